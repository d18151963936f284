import type { Api } from '../../contract/index.ts'
import { formatIdentifier } from '../../contract/identifiers.ts'
import { ifFound } from '../../contract/made-changes.ts'

/**
 * Whether a run that was named by its id belongs to this project. The interface does not say, so this looks up
 * the run's first test by its identifier in the project. A run that has no tests counts as the project's.
 */
export const projectHasRun = async (api: Api, project: string, testRunId: string): Promise<boolean> => {
  const [test] = (await api.tests.list({ testRunId, limit: 1 })).tests
  if (!test) return true
  const identifier = formatIdentifier({ project, noun: 'tests', displayId: test.displayId })
  const same = await ifFound(api.tests.get({ identifier }))
  return same?.test.id === test.id
}
