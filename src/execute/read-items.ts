import type { Api } from '../contract/index.ts'
import { caseTextsOf } from '../contract/case-texts.ts'
import { holdersOf } from './holders.ts'
import { formatIdentifier } from '../contract/identifiers.ts'
import { readWhole } from '../contract/pagination.ts'
import type { Item } from './session/state.ts'

/** Every test of a run, with its steps. */
export const readItems = async (api: Api, testRunId: string, project: string): Promise<Item[]> => {
  const items = await readWhole(
    async (page) => {
      const { tests, pagination } = await api.tests.list({ testRunId, ...page })
      return { rows: tests, pagination }
    },
    (row): Item => {
      const { id, displayId, name, result, assignedTo, updatedBy } = holdersOf(row)
      const { preconditions, steps } = caseTextsOf(row)
      const identifier = formatIdentifier({ project, noun: 'tests', displayId })
      return { id, identifier, displayId, name, preconditions, steps, result, assignedTo, updatedBy }
    },
  )
  return items.sort((one, other) => one.displayId - other.displayId)
}
