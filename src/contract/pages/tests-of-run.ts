import type { Api } from '../index.ts'

type Relations = Parameters<Api['tests']['list']>[0]['relations']

/** Reads the pages of the tests of a run, for `readPages` and `readWhole`. */
export const testsOfRun =
  (api: Api, testRunId: string, relations: NonNullable<Relations> = []) =>
  async (page: { limit: number; offset: number }) => {
    const request = { testRunId, ...page, ...(relations.length > 0 && { relations }) }
    const { tests, pagination } = await api.tests.list(request)
    return { rows: tests, pagination }
  }
