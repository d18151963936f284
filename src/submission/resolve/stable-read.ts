import { setTimeout } from 'node:timers/promises'
import type { CaseTarget } from './read-cases.ts'

/** Only the cases of these `names` matter; called only if some cases share a name. `pause` is in milliseconds. */
type Settling = { names?: () => ReadonlySet<string>; stop: AbortSignal; pause?: number }

/**
 * Reads cases while other submissions may be creating some. Cases with the same name may be duplicates that
 * another submission is about to remove (concurrent-duplicates.ts). So this reads again until the shared names
 * and the number of cases stay the same: for one more read if those cases are old, for ten seconds if one of them
 * is new, because on a busy machine the other submission needs that long. Duplicates that remain are intended.
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

/** Milliseconds after which a submission that created a case has removed it, or has ended. */
const recent = 60_000

/** Returns the names that several cases share, as one text, and when the newest of these cases was created. */
const sharedNames = (cases: readonly CaseTarget[], among: (() => ReadonlySet<string>) | undefined) => {
  const seen = new Set<string>()
  const second = cases.filter(({ name }) => seen.size === seen.add(name).size)
  const wanted = second.length > 0 ? among?.() : undefined
  const shared = wanted ? second.filter(({ name }) => wanted.has(name)) : second
  const names = JSON.stringify(shared.map(({ name }) => name).sort()).slice(1, -1)
  const newest = shared.reduce((latest, { createdAt = 0 }) => Math.max(latest, createdAt), 0)
  return { names, newest }
}
