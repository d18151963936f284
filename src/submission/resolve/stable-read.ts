import { setTimeout } from 'node:timers/promises'
import type { CaseTarget } from './read-cases.ts'

/** Only those names matter; they are asked for where some are shared. */
type Settling = { names?: () => ReadonlySet<string>; stop: AbortSignal; pause?: number }

/**
 * Reads cases while other submissions may be creating some. Cases with the same name may be duplicates that another submission is
 * about to remove (concurrent-duplicates.ts), so they are read again until the same names are shared, by as many cases, read after
 * read: once more where those cases are old, and for ten seconds where one of them is new, because on a busy machine the other
 * submission needs that long. What is left then is intended.
 */
export const readStable = async (
  read: () => Promise<CaseTarget[]>,
  { names, stop, pause = 500 }: Settling,
): Promise<CaseTarget[]> => {
  let cases = await read()
  let shared = sharedNames(cases, names)
  let unchanged = 0
  for (let attempt = 1; shared.names !== '' && attempt < mostReads; attempt++) {
    await setTimeout(pause, undefined, { signal: stop }).catch(() => stop.throwIfAborted())
    const again = await read()
    const now = sharedNames(again, names)
    unchanged = now.names === shared.names && again.length === cases.length ? unchanged + 1 : 0
    cases = again
    shared = now
    if (unchanged >= (Date.now() - shared.newest < recent ? 20 : 1)) break
  }
  return cases
}

const mostReads = 240

/** Milliseconds in which a submission that created a case has long removed it or ended. */
const recent = 60_000

/** The names that several cases have, as one text, and when the newest of these cases was created. */
const sharedNames = (cases: readonly CaseTarget[], among: (() => ReadonlySet<string>) | undefined) => {
  const seen = new Set<string>()
  const second = cases.filter(({ name }) => seen.size === seen.add(name).size)
  const wanted = second.length > 0 ? among?.() : undefined
  const shared = wanted ? second.filter(({ name }) => wanted.has(name)) : second
  const names = JSON.stringify(shared.map(({ name }) => name).sort()).slice(1, -1)
  const newest = shared.reduce((latest, { createdAt = 0 }) => Math.max(latest, createdAt), 0)
  return { names, newest }
}
