import type { Context } from '../../../composition/context.ts'
import { type Listing, readPages } from '../../../contract/pagination.ts'
import { type NumberedNoun, resources } from '../../../contract/vocabulary.ts'
import type { Resource } from '../../../output/cells/row.ts'

/** Every case, run or milestone of a project. */
export const listAll = (
  context: Context,
  noun: Exclude<NumberedNoun, 'tests'>,
  projectId: string,
): Listing<Resource & { id: string }> =>
  readPages(async (page) => {
    const api = await context.api()
    const answer: Record<string, unknown> = await api[noun].list({ projectId, ...page })
    // The contract's types know the rows of each noun; the choice of one at run time loses them.
    return { rows: answer[resources[noun].many], pagination: answer['pagination'] } as never
  })
