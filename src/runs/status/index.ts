import type { Api } from '../../contract/index.ts'
import type { ResultName } from '../../contract/vocabulary.ts'
import { parseIdentifier } from '../../contract/identifiers.ts'
import { isTrusted } from '../../contract/pages/total.ts'
import { ShortListError } from '../../errors.ts'
import { type ReadOptions, readTests, type RunTest } from '../read.ts'
import type { Verdict } from './gate.ts'
import type { NamedRun } from '../line-parts.ts'
import { countResults, type ResultCounts } from './counts.ts'

/** The state of a run at one moment, with the verdict if there was a gate. */
export type RunState = {
  run: NamedRun
  counts: ResultCounts
  tests: readonly RunTest[]
  verdict?: Verdict | undefined
  /** Results of reports that match no test of the run; only a submission knows them. */
  unmatched?: readonly UnmatchedResult[] | undefined
}

/** A result that matches no test: its name, its report and line, and the reason. */
export type UnmatchedResult = { name: string; report: string; line: number | undefined; reason: string }

/**
 * Reads every test of a run. Counts the tests that it read, so that names and numbers agree; throws a
 * ShortListError if they are fewer than the run says. With `remarks`, also reads the comments of earlier
 * submissions; with `contents`, steps and comments. The tests have identifiers if the run has one.
 */
export const readState = async (
  api: Api,
  { counted, ...run }: CountedRun,
  { remarks = false, contents, progress }: Pick<ReadOptions, 'remarks' | 'contents' | 'progress'> = {},
): Promise<RunState> => {
  const project = parseIdentifier(run.identifier ?? '')?.project
  const read = () => readTests(api, run.id, { project, remarks, contents, progress })
  return stateOf(run, await readAsMany(read, api, { ...run, counted }))
}

/** A run, with the number of tests that the service states for it. */
export type CountedRun = NamedRun & { counted?: number | undefined }

/**
 * Reads the tests of a run, and once more if they are fewer than the run's own results say before and after.
 * More are fine: some were added, or the results are counted later. testctl's own service sends complete pages,
 * whatever it counts at another moment. DECISIONS 429
 */
const readAsMany = async (
  read: () => Promise<RunTest[]>,
  api: Api,
  { identifier, counted = 0 }: CountedRun,
): Promise<RunTest[]> => {
  for (let attempt = 1; ; attempt++) {
    const tests = await read()
    if (identifier === undefined || tests.length >= counted) return tests
    const { results } = (await api.runs.get({ identifier })).testRun
    if (!results || isTrusted(results) || results.total !== counted) return tests
    if (attempt === 2)
      throw new ShortListError(
        `the service says that ${identifier} has ${counted} tests, and lists ${tests.length} of them`,
        { hint: 'tell the operator of the service; -v shows the requests' },
      )
  }
}

/** Returns the state of a run whose tests were read. */
export const stateOf = (run: NamedRun, tests: readonly RunTest[]): RunState => ({
  run,
  counts: countResults(tests),
  tests,
})

/** The results, in the order in which a sentence lists them. */
export const inOrder: readonly ResultName[] = ['passed', 'failed', 'inProgress', 'untested']
