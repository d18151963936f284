import type { Api } from '../../contract/index.ts'
import { holdersOf } from '../holders.ts'
import { readWhole } from '../../contract/pagination.ts'
import { NotFoundError, RejectedError } from '../../errors.ts'
import type { Knowledge } from './knowledge.ts'
import type { Op } from './op.ts'
import { testsOfRun } from '../../contract/pages/tests-of-run.ts'

type Means = { api: Api; run: string; knowledge: Knowledge }

/**
 * Reads a test by its identifier, or by its position in the run if the project has another identifier now. Throws a NotFoundError
 * if the run no longer has the test.
 */
export const readFresh = async (op: Op, means: Means, relations: 'comments'[] = []) => {
  const { test: id, identifier } = op
  const { api, run, knowledge } = means
  const list = testsOfRun(api, run, relations)
  const offset = knowledge.places.get(id)
  if (offset !== undefined) {
    const [test] = (await list({ offset, limit: 1 }).catch(noRows)).rows
    if (test?.id === id) return holdersOf(test)
  }
  try {
    const { test } = await api.tests.get({ identifier, relations })
    if (test.id === id) return holdersOf(test)
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
  }
  let found: Awaited<ReturnType<typeof list>>['rows'][number] | undefined
  const ids = await readWhole(list, (test) => {
    if (test.id === id) found = test
    return test.id
  })
  // So that each further test is read as one row, not with the whole run again.
  knowledge.places = new Map(ids.map((one, at) => [one, at]))
  if (found) return holdersOf(found)
  throw new NotFoundError(`there is no test ${identifier}`)
}

/** Returns no rows for a position that is not there any more, because tests before it were deleted; rethrows other errors. */
const noRows = (error: unknown): { rows: [] } => {
  if (error instanceof RejectedError || error instanceof NotFoundError) return { rows: [] }
  throw error
}
