import type { Api } from '../../contract/index.ts'
import { NotFoundError } from '../../errors.ts'
import { formatIdentifier } from '../../contract/identifiers.ts'

/**
 * Whether a run that was named by its id is one of this project. The interface does not say; but the first of its tests
 * has an identifier in it. A run without a test is taken for one of it.
 */
export const projectHasRun = async (api: Api, project: string, testRunId: string): Promise<boolean> => {
  const [test] = (await api.tests.list({ testRunId, limit: 1 })).tests
  if (!test) return true
  const identifier = formatIdentifier({ project, noun: 'tests', displayId: test.displayId })
  const same = await api.tests.get({ identifier }).catch((error: unknown) => {
    if (error instanceof NotFoundError) return undefined
    throw error
  })
  return same?.test.id === test.id
}
