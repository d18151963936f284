import type { Context } from '../../../composition/context.ts'
import { type PagedListing, readPages, readWhole } from '../../../contract/pagination.ts'
import { type NumberedNoun, resources } from '../../../contract/vocabulary.ts'
import type { Resource } from '../../../output/cells/row.ts'

type Listed = Exclude<NumberedNoun, 'tests'>
type Row = Resource & { id: string }

/** Streams the cases, runs or milestones of a project, for a search that can stop early. */
export const listAll = (context: Context, noun: Listed, projectId: string): PagedListing<Row> =>
  readPages(pageOf(context, noun, projectId))

/** Reads all cases, runs or milestones of a project as `make` maps them, and again if the list changed meanwhile. DECISIONS 375, 392 */
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
    // The contract has a type for the rows of each noun; choosing the noun at run time loses it.
    return { rows: answer[resources[noun].many], pagination: answer['pagination'] } as never
  }
