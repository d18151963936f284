import type { NumberedNoun } from '../contract/vocabulary.ts'
import type { Queries, Span } from '../store/tables.ts'
import { inChunks } from './chunks.ts'

// A list is in the order of its displayIds, which have gaps. To find the rows from an offset on without passing over all
// before them, the store knows how many rows there are in every 256 displayIds, and in every 65,536.

/** A list, by what is in it and whose it is: the tests of a run; the cases, runs or milestones of a project. */
export type List = { noun: NumberedNoun; ownerId: string }

/** Keeps the spans of a list equal to its rows: called wherever some come (1) or go (-1), in the same transaction. */
export const countSpans = async (
  queries: Queries,
  { noun, ownerId }: List,
  { displayIds, by }: { displayIds: readonly number[]; by: 1 | -1 },
): Promise<void> => {
  const table = tableOf(noun)
  const spans = sizes.flatMap((size) => spansOf(displayIds, size))
  await inChunks(spans, (chunk) =>
    queries
      .insertInto(table)
      .values(chunk.map((span) => ({ ...span, owner_id: ownerId, held: span.held * by })))
      .onConflict((kept) =>
        kept
          .columns(['owner_id', 'size', 'first'])
          .doUpdateSet((row) => ({ held: row(row.ref(`${table}.held`), '+', row.ref('excluded.held')) })),
      )
      .execute(),
  )
}

/** How many rows a list has. */
export const countRows = async (queries: Queries, list: List): Promise<number> => {
  const { total } = await select(queries, list, large)
    .select(({ fn }) => fn.sum<number | null>('held').as('total'))
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}

/** Where the rows of a list from an offset on begin: so many rows, fewer than 256, after a displayId. */
export const findOffset = async (
  queries: Queries,
  list: List,
  offset: number,
): Promise<{ from: number; offset: number }> => {
  if (offset < small) return { from: 0, offset }
  const coarse = await findSpan(queries, select(queries, list, large), offset)
  if (!coarse || coarse.offset < small) return coarse ?? { from: 0, offset }
  const within = select(queries, list, small)
    .where('first', '>=', coarse.from)
    .where('first', '<', coarse.from + large)
  return (await findSpan(queries, within, coarse.offset)) ?? coarse
}

const small = 256
const large = 65536
const sizes = [small, large]

const select = (queries: Queries, { noun, ownerId }: List, size: number) =>
  queries.selectFrom(tableOf(noun)).where('owner_id', '=', ownerId).where('size', '=', size)

/** The span that the row at an offset is in, and its offset there. Only the one span leaves the store. */
const findSpan = async (queries: Queries, spans: ReturnType<typeof select>, offset: number) => {
  const reaching = spans.select(({ fn }) => [
    'first',
    'held',
    fn
      .sum<number>('held')
      .over((over) => over.orderBy('first'))
      .as('reached'),
  ])
  const span = await queries
    .selectFrom(reaching.as('spans'))
    .selectAll()
    .where('reached', '>', offset)
    .orderBy('first')
    .limit(1)
    .executeTakeFirst()
  return span && { from: span.first, offset: offset - (Number(span.reached) - span.held) }
}

const spansOf = (displayIds: readonly number[], size: number): Omit<Span, 'owner_id'>[] => {
  const held = new Map<number, number>()
  for (const displayId of displayIds) {
    const first = Math.floor(displayId / size) * size
    held.set(first, (held.get(first) ?? 0) + 1)
  }
  return [...held].map(([first, count]) => ({ size, first, held: count }))
}

/** The table of a list's spans; the query builder's types want to know one. */
const tableOf = (noun: NumberedNoun): 'case_spans' => tables[noun] as 'case_spans'

const tables = { cases: 'case_spans', runs: 'run_spans', tests: 'test_spans', milestones: 'milestone_spans' } as const
