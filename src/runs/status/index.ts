import type { Api } from '../../contract/index.ts'
import type { ResultName } from '../../contract/vocabulary.ts'
import { parseIdentifier } from '../../contract/identifiers.ts'
import { type ReadOptions, readTests, type RunTest } from '../read.ts'
import type { Verdict } from './gate.ts'
import type { NamedRun } from '../line-parts.ts'
import { countResults, type ResultCounts } from './counts.ts'

/** What a run holds at one moment, with the verdict on it where there was a gate. */
export type RunState = {
  run: NamedRun
  counts: ResultCounts
  tests: readonly RunTest[]
  verdict?: Verdict | undefined
  /** Results of reports that were for no test of the run; only a submission knows them. */
  unmatched?: readonly UnmatchedResult[] | undefined
}

/** A result that was for no test: its name, the report and line it stands in, and why. */
export type UnmatchedResult = { name: string; report: string; line: number | undefined; reason: string }

/**
 * Reads every test of a run. Counted are the tests that were read, so that names and numbers agree. With `remarks`, also
 * what earlier submissions told of them, with `contents` their steps and comments. Identifiers are known where that of the run is.
 */
export const readState = async (
  api: Api,
  run: NamedRun,
  { remarks = false, contents, progress }: Pick<ReadOptions, 'remarks' | 'contents' | 'progress'> = {},
): Promise<RunState> => {
  const project = parseIdentifier(run.identifier ?? '')?.project
  return stateOf(run, await readTests(api, run.id, { project, remarks, contents, progress }))
}

/** The state of a run whose tests were read. */
export const stateOf = (run: NamedRun, tests: readonly RunTest[]): RunState => ({
  run,
  counts: countResults(tests),
  tests,
})

/** The results, as they are told one after the other. */
export const inOrder: readonly ResultName[] = ['passed', 'failed', 'inProgress', 'untested']
