import { setTimeout } from 'node:timers/promises'
import type { Target } from '../../runs/read.ts'

/** Only those names matter; they are asked for where some are shared. */
type Settling = { names?: () => ReadonlySet<string>; stop: AbortSignal; pause?: number; attempts?: number }

/**
 * Reads cases while other submissions may be creating some. Cases with the same name may be duplicates that another
 * submission is about to merge (concurrent-duplicates.ts), so they are read again until two reads in a row have as many
 * cases and the same shared names. Those duplicates are intended.
 */
export const readStable = async (
  read: () => Promise<Target[]>,
  { names, stop, pause = 500, attempts = 240 }: Settling,
): Promise<Target[]> => {
  let cases = await read()
  let shared = sharedNames(cases, names)
  let count = cases.length
  for (let attempt = 1; shared !== '' && attempt < attempts; attempt++) {
    await setTimeout(pause, undefined, { signal: stop }).catch(() => stop.throwIfAborted())
    cases = await read()
    const before = { shared, count }
    shared = sharedNames(cases, names)
    count = cases.length
    if (shared === before.shared && count === before.count) return cases
  }
  return cases
}

const sharedNames = (cases: readonly Target[], names: (() => ReadonlySet<string>) | undefined): string => {
  const seen = new Set<string>()
  const shared: string[] = []
  for (const { name } of cases) {
    if (seen.has(name)) shared.push(name)
    seen.add(name)
  }
  const wanted = shared.length > 0 ? names?.() : undefined
  const mattering = wanted ? shared.filter((name) => wanted.has(name)) : shared
  return JSON.stringify(mattering.sort()).slice(1, -1)
}
