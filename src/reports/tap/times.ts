import type { TestPoint } from './line.ts'

type Noted = TestPoint & { note?: string }

/**
 * Removes the duration from the name of a test, where bats (`--timing`) or Criterion writes it, and Criterion's note on a test that it
 * ended, so that the name is the same in every run. If the first test of bats has a time, each one has. DECISIONS 504
 */
export const createTimes = (): { begin: () => void; read: (point: Noted, hasVersion: boolean) => Noted } => {
  // Undefined while it is not known.
  let isBats: boolean | undefined = false
  return {
    begin: () => {
      isBats = false
    },
    read: (point, hasVersion) => {
      if (point.number === undefined) return ofCriterion(point)
      const [, name, time, unit] = (!point.dashed && !hasVersion && timeOfBats.exec(point.name)) || []
      if (point.number === 1) isBats = undefined
      if (!hasNoTime(point)) isBats ??= name !== undefined
      return name !== undefined && isBats
        ? { ...point, name, seconds: Number(time) / (unit === 'ms' ? 1000 : 1) }
        : point
    },
  }
}

// The line that bats itself writes, without a time, for a file whose setup failed; this may be the first file.
const hasNoTime = ({ ok, name }: Noted): boolean => !ok && name === 'setup_file failed'

const ofCriterion = (point: Noted): Noted => {
  const [, name, time, note] = (point.dashed && nameOfCriterion.exec(point.name)) || []
  if (name === undefined) return point
  const seconds = /\((\d+\.\d+)s\)$/.exec(time ?? note ?? '')?.[1]
  return { ...point, name, seconds: seconds ? Number(seconds) : point.seconds, ...(note && { note }) }
}

// adds an item in 25ms; before bats 1.6, in 1sec
const timeOfBats = /^(.+) in (\d{1,9})(ms|sec)$/s

// shop::adds  (0.03s), shop::waits timed out (1.01s), shop::divides unexpected signal after shop.c:7
const nameOfCriterion =
  /^([A-Za-z_]\w{0,300}::[A-Za-z_]\w{0,300})(?: {2}(\(\d{1,9}\.\d\ds\))| (timed out \(\d{1,9}\.\d\ds\)|unexpected signal after .*))$/
