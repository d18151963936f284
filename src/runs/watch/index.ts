import type { Api } from '../../contract/index.ts'
import { type ResultChange, changesBetween } from './result-changes.ts'
import { pollRun, type PollResult, type PollOptions } from './poll.ts'
import { isOver } from '../status/counts.ts'
import { readState, type RunState } from '../status/index.ts'
import type { Io } from '../../system/io.ts'
import { type NamedRun } from '../line-parts.ts'
import { explainGone } from './wait.ts'

/** A run as it was seen, and what had happened since the look before: nothing at the first. */
export type Poll = { state: RunState; turns: readonly ResultChange[] }

/** How long to watch a run, how often to look (milliseconds), and what is called after each look. */
export type WatchOptions = Pick<PollOptions<Poll>, 'timeoutMs' | 'pause' | 'now' | 'onSeen' | 'onMissed'> & {
  api: Api
  io: Pick<Io, 'now' | 'stop'>
  run: NamedRun
}

/**
 * Looks at a run again and again until it has tests and none is untested or in progress, or time is up. That the service
 * cannot be reached for a while is borne; every other failure ends it, that the run was deleted among them.
 * DECISIONS 71
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
 * A look costs one request as long as the run itself is unchanged. It misses some changes (two tests that swapped results, another
 * assignee): every fifth look reads the tests anyway.
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

/** The run's own fields, in one string; undefined if only its id is known, or it has no results. */
const readFingerprint = async (
  api: Api,
  { identifier }: NamedRun,
): Promise<{ name?: string; counted?: number | undefined; fingerprint?: string }> => {
  if (identifier === undefined) return {}
  const { name, results, updatedAt } = (await api.runs.get({ identifier })).testRun
  return { name, counted: results?.total, ...(results && { fingerprint: JSON.stringify([results, updatedAt, name]) }) }
}
