import type { Api } from '../../contract/index.ts'
import { type ResultChange, changesBetween } from './result-changes.ts'
import { pollRun, type PollResult, type PollOptions } from './poll.ts'
import { isOver } from '../status/counts.ts'
import { readState, type RunState } from '../status/index.ts'
import type { Io } from '../../system/io.ts'
import { type NamedRun } from '../line-parts.ts'
import { explainGone } from './wait.ts'

/** A run as one poll saw it, and what had changed since the poll before; nothing at the first poll. */
export type Poll = { state: RunState; turns: readonly ResultChange[] }

/** How long to watch a run, the pauses between polls (milliseconds), and the callbacks after each poll. */
export type WatchOptions = Pick<PollOptions<Poll>, 'timeoutMs' | 'pause' | 'now' | 'onSeen' | 'onMissed'> & {
  api: Api
  io: Pick<Io, 'now' | 'stop'>
  run: NamedRun
}

/**
 * Polls a run until it has tests and none is untested or in progress, or until the timeout. Tolerates the same failures as
 * `pollRun`, such as a service that cannot be reached for a while; any other failure ends it, such as a deleted run. DECISIONS 71
 */
export const watchRun = ({ api, run, io, ...polling }: WatchOptions): Promise<PollResult<Poll>> => {
  const look = createLook({ api, run, now: () => io.now().getTime() })
  return pollRun<Poll>({
    ...polling,
    io,
    look: (isLast) => explainGone(run, look(isLast)),
    isEnd: ({ state }, isLast) => isLast || isOver(state.counts),
    isNews: ({ turns }) => turns.length > 0,
  })
}

/**
 * Returns the function that reads the run for a poll. It costs one request as long as the run itself is unchanged. That
 * misses some changes (two tests that swapped results, another assignee), so every fifth poll reads the tests anyway.
 */
const createLook = ({ api, run, now }: Pick<WatchOptions, 'api' | 'run'> & { now: () => number }) => {
  let known: { state: RunState; fingerprint: string | undefined } | undefined
  let spared = 0
  return async (isLast: boolean): Promise<Poll> => {
    const { name = run.name, counted, fingerprint } = await readFingerprint(api, run)
    if (known && fingerprint !== undefined && fingerprint === known.fingerprint && !isLast && ++spared < mostSpared)
      return { state: known.state, turns: [] }
    spared = 0
    const state = await readState(api, { ...run, name, counted })
    const turns = known ? changesBetween(known.state.tests, state.tests, now()) : []
    known = { state, fingerprint }
    return { state, turns }
  }
}

const mostSpared = 5

/** Reads the run's own fields. `fingerprint` has them in one string; undefined if only the run's id is known, or it has no results. */
const readFingerprint = async (
  api: Api,
  { identifier }: NamedRun,
): Promise<{ name?: string; counted?: number | undefined; fingerprint?: string }> => {
  if (identifier === undefined) return {}
  const { name, results, updatedAt } = (await api.runs.get({ identifier })).testRun
  return { name, counted: results?.total, ...(results && { fingerprint: JSON.stringify([results, updatedAt, name]) }) }
}
