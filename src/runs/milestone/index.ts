import { batch } from '../../system/async/batch.ts'
import type { Api } from '../../contract/index.ts'
import type { TestRun } from '../../contract/models.ts'
import { formatIdentifier, parseIdentifier } from '../../contract/identifiers.ts'
import { inOrder, readState, type RunState } from '../status/index.ts'
import { type ResultCounts } from '../status/counts.ts'
import { type NamedRun } from '../line-parts.ts'
import type { Contents } from '../test-content.ts'

/**
 * What a milestone holds: `run` is the milestone itself, `counts` and `tests` are those of all its runs. Of a run whose tests
 * have all passed the tests are not read, unless their contents are wanted.
 */
export type MilestoneState = RunState & { runs: readonly RunState[] }

/**
 * Reads what the runs of a milestone hold, several at once; the first that cannot be read is the failure of all. With
 * `contents`, every test of theirs with its steps and comments.
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

/** The state of a milestone whose runs were read. */
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
