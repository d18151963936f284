import type { Api } from '../../contract/index.ts'
import { NotFoundError } from '../../errors.ts'
import { parseIdentifier } from '../../contract/identifiers.ts'
import { type Outage, pollRun, type PollOptions } from './poll.ts'
import { readState, type RunState } from '../status/index.ts'
import { isOver, type ResultCounts } from '../status/counts.ts'
import { type NamedRun } from '../line-parts.ts'

/** How long to wait for a run, how often to look (milliseconds), and what is called after each look. */
export type WaitOptions = Pick<PollOptions<never>, 'timeoutMs' | 'pause' | 'io' | 'now' | 'onMissed'> & {
  api: Api
  run: NamedRun
  remarks?: boolean
  onSeen?: (counts: ResultCounts) => void
}

/**
 * What came of it: the run as it is at the end, or at the deadline; where the service could not be reached then, why, and
 * the counts that were last seen. `missed` are the looks that failed.
 */
export type Waited = { missed: readonly Outage[] } & (
  | { state: RunState }
  | { state?: never; lost: Outage; seen: ResultCounts | undefined }
)

/**
 * Looks at a run again and again until it has tests and none is untested or in progress, or time is up. That the service
 * cannot be reached for a while is borne; every other failure ends the wait, that the run was deleted among them.
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

/** Awaits work on a run; a run that is not there becomes an error with its name. */
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

/** The counts alone while tests are open: the run has them, and its tests may be many. */
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

/** What the run itself says; undefined where only its id is known, or the service does not say. */
const readCounts = async (api: Api, { identifier }: NamedRun): Promise<ResultCounts | undefined> =>
  identifier === undefined ? undefined : (await api.runs.get({ identifier })).testRun.results
