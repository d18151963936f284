import { batch } from '../../system/async/batch.ts'
import type { Api } from '../../contract/index.ts'
import type { TestRun } from '../../contract/models.ts'
import { formatIdentifier, parseIdentifier } from '../../contract/identifiers.ts'
import { inOrder, readState, type RunState } from '../status/index.ts'
import { type ResultCounts } from '../status/counts.ts'
import { type NamedRun } from '../line-parts.ts'
import type { Contents } from '../test-content.ts'

/**
 * The state of a milestone: `run` is the milestone itself, `counts` and `tests` are those of all its runs. If
 * all tests of a run have passed, they are not read, unless their contents are wanted.
 */
export type MilestoneState = RunState & { runs: readonly RunState[] }

/**
 * Reads the states of a milestone's runs, several at once; throws the first error. With `contents`, reads every
 * test, with the contents asked for.
 */
export const readMilestone = async (
  api: Api,
  { milestone, runs }: { milestone: NamedRun; runs: readonly TestRun[] },
  { stop, contents, onRead }: { stop: AbortSignal; contents?: Contents; onRead?: () => void },
): Promise<MilestoneState> => {
  const project = parseIdentifier(milestone.identifier ?? '')?.project
  const read = await batch(runs, (run) => readRun(api, run, { project, contents }), {
    concurrency: 8,
    stop,
    isFatal: () => true,
    onSettled: onRead,
  })
  for (const { error } of read.failed) throw error
  stop.throwIfAborted()
  return gather(
    milestone,
    read.done.map(({ value }) => value),
  )
}

/** Combines the states of its runs into the state of a milestone. */
export const gather = (milestone: NamedRun, runs: readonly RunState[]): MilestoneState => {
  const counts: ResultCounts = { total: 0, passed: 0, failed: 0, inProgress: 0, untested: 0 }
  for (const run of runs) for (const count of ['total', ...inOrder] as const) counts[count] += run.counts[count]
  return { run: milestone, counts, tests: runs.flatMap(({ tests }) => tests), runs }
}

const readRun = async (
  api: Api,
  { id, name, displayId, results }: TestRun,
  { project, contents }: { project: string | undefined; contents: Contents | undefined },
): Promise<RunState> => {
  const run = { id, name, ...(project && { identifier: formatIdentifier({ project, noun: 'runs', displayId }) }) }
  if (contents || !results || results.passed < results.total)
    return readState(api, { ...run, counted: results?.total }, { contents })
  const { total, passed, failed, inProgress, untested } = results
  return { run, counts: { total, passed, failed, inProgress, untested }, tests: [] }
}
