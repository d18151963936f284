import type { Api } from '../../contract/index.ts'
import type { ResultName } from '../../contract/vocabulary.ts'
import { parseIdentifier } from '../../contract/identifiers.ts'
import { isTrusted } from '../../contract/pages/total.ts'
import { ShortListError } from '../../errors.ts'
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
 * Reads every test of a run. Counted are the tests that were read, so that names and numbers agree; fewer than the run says that it has
 * are an error. With `remarks`, also what earlier submissions told of them, with `contents` their steps and comments. Identifiers are
 * known where that of the run is.
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

/** A run, with how many tests it says that it has. */
export type CountedRun = NamedRun & { counted?: number | undefined }

/**
 * Reads the tests of a run, and once more where they are fewer than it has by its own results before and after. More are fine: some were
 * added, or the results are counted later. A service of ours gives true pages, whatever it counts at another moment. DECISIONS 429
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

/** The state of a run whose tests were read. */
export const stateOf = (run: NamedRun, tests: readonly RunTest[]): RunState => ({
  run,
  counts: countResults(tests),
  tests,
})

/** The results, in the order in which a sentence lists them. */
export const inOrder: readonly ResultName[] = ['passed', 'failed', 'inProgress', 'untested']
