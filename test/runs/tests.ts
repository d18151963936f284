import type { ResultName } from '../../src/contract/vocabulary.ts'
import type { RunTest } from '../../src/runs/read.ts'
import { type RunState, stateOf } from '../../src/runs/status/index.ts'

/** Returns the state of a run with tests of these cases: `{ login: 'failed' }`, or a list of results for several tests of a case. */
export const stateWith = (
  results: Readonly<Record<string, ResultName | readonly ResultName[]>>,
  { name = 'Nightly', first = 1, ...more }: Partial<RunTest> & { name?: string; first?: number } = {},
): RunState => {
  const tests = Object.entries(results)
    .flatMap(([caseId, all]) => [all].flat().map((result) => ({ caseId, result })))
    .map(({ caseId, result }, at): RunTest => {
      const displayId = first + at
      const identifiers = [`WEB-T${displayId}`]
      return {
        id: `id-${displayId}`,
        name: `${caseId} works`,
        caseId,
        displayId,
        result,
        updatedAt: undefined,
        identifiers,
        remarks: [],
        ...more,
      }
    })
  return stateOf({ id: 'run', identifier: 'WEB-R1', name }, tests)
}
