import type { Api } from '../../contract/index.ts'
import { NotFoundError } from '../../errors.ts'
import { parseIdentifier } from '../../contract/identifiers.ts'
import { type Outage, pollRun, type PollOptions } from './poll.ts'
import { readState, type RunState } from '../status/index.ts'
import { isOver, type ResultCounts } from '../status/counts.ts'
import { type NamedRun } from '../line-parts.ts'

/** How long to wait for a run, the pauses between polls (milliseconds), and the callbacks after each poll. */
export type WaitOptions = Pick<PollOptions<never>, 'timeoutMs' | 'pause' | 'io' | 'now' | 'onMissed'> & {
  api: Api
  run: NamedRun
  remarks?: boolean
  onSeen?: (counts: ResultCounts) => void
}

/**
 * The outcome of a wait: the run at its end, or at the deadline. If the service could not be reached then, the
 * error, and the counts that were last seen. `missed` are the errors of the polls that failed.
 */
export type Waited = { missed: readonly Outage[] } & (
  | { state: RunState }
  | { state?: never; lost: Outage; seen: ResultCounts | undefined }
)

/**
 * Polls a run until it has tests and none is untested or in progress, or until the timeout. Tolerates the same failures
 * as `pollRun`, such as a service that cannot be reached for a while; any other failure ends it, such as a deleted run.
 */
export const awaitEnd = async ({ api, run, remarks = false, onSeen, ...polling }: WaitOptions): Promise<Waited> => {
  const waited = await pollRun<CountedState>({
    ...polling,
    look: (isLast) => explainGone(run, look({ api, run, remarks, whole: isLast })),
    isEnd: ({ tests, counts }, isLast) => tests !== undefined && (isLast || isOver(counts)),
    onSeen: ({ counts }) => onSeen?.(counts),
  })
  const { missed, last } = waited
  if (last) return { state: { ...last, tests: last.tests ?? [] }, missed }
  return { lost: waited.lost, seen: waited.seen?.counts, missed }
}

/** Awaits work on a run. If the run is not found, throws a NotFoundError that names it. */
export const explainGone = async <T>(run: NamedRun, work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    const project = parseIdentifier(run.identifier ?? '')?.project
    throw new NotFoundError(`there is no test run ${run.identifier ?? run.id}: it may have been deleted`, {
      hint: `testctl runs list${project === undefined ? '' : ` -p ${project}`}`,
      status: error.status,
      cause: error,
    })
  }
}

type CountedState = Omit<RunState, 'tests'> & { tests?: RunState['tests'] }

/** Reads only the counts while tests are open: the run itself has them, and its tests may be many. */
const look = async ({
  api,
  run,
  remarks,
  whole,
}: Pick<WaitOptions, 'api' | 'run' | 'remarks'> & { whole: boolean }): Promise<CountedState> => {
  const counts = await readCounts(api, run)
  return counts && !whole && !isOver(counts)
    ? { run, counts }
    : await readState(api, { ...run, counted: counts?.total }, { remarks: remarks ?? false })
}

/** Reads the counts that the run itself has; undefined if only its id is known, or the service leaves them out. */
const readCounts = async (api: Api, { identifier }: NamedRun): Promise<ResultCounts | undefined> =>
  identifier === undefined ? undefined : (await api.runs.get({ identifier })).testRun.results
