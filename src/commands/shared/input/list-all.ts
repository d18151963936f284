import type { Context } from '../../../composition/context.ts'
import { type PagedListing, readPages, readWhole } from '../../../contract/pagination.ts'
import { type NumberedNoun, resources } from '../../../contract/vocabulary.ts'
import type { Resource } from '../../../output/cells/row.ts'

type Listed = Exclude<NumberedNoun, 'tests'>
type Row = Resource & { id: string }

/** Every case, run or milestone of a project, one after the other: to look for one that is enough. */
export const listAll = (context: Context, noun: Listed, projectId: string): PagedListing<Row> =>
  readPages(pageOf(context, noun, projectId))

/** The same, as `make` has them, for what has to know them all. DECISIONS 375, 392 */
export const listWhole = <T>(
  context: Context,
  noun: Listed,
  { projectId, make }: { projectId: string; make: (row: Row) => T | undefined },
): Promise<T[]> => readWhole(pageOf(context, noun, projectId), make)

const pageOf =
  (context: Context, noun: Listed, projectId: string): Parameters<typeof readPages<Row>>[0] =>
  async (page) => {
    const api = await context.api()
    const answer: Record<string, unknown> = await api[noun].list({ projectId, ...page })
    // The contract's types know the rows of each noun; the choice of one at run time loses them.
    return { rows: answer[resources[noun].many], pagination: answer['pagination'] } as never
  }
