import type { Api } from '../contract/index.ts'
import { caseTextsOf } from '../contract/case-texts.ts'
import { holdersOf } from './holders.ts'
import { formatIdentifier } from '../contract/identifiers.ts'
import { readWhole } from '../contract/pagination.ts'
import type { Item } from './session/state.ts'
import { testsOfRun } from '../contract/pages/tests-of-run.ts'

/** Reads every test of a run with its steps, in the order of their numbers. */
export const readItems = async (api: Api, testRunId: string, project: string): Promise<Item[]> => {
  const items = await readWhole(testsOfRun(api, testRunId), (row): Item => {
    const { id, displayId, name, result, assignedTo, updatedBy } = holdersOf(row)
    const { preconditions, steps } = caseTextsOf(row)
    const identifier = formatIdentifier({ project, noun: 'tests', displayId })
    return { id, identifier, displayId, name, preconditions, steps, result, assignedTo, updatedBy }
  })
  return items.sort((one, other) => one.displayId - other.displayId)
}
