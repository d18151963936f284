import type { NumberedNoun } from '../../contract/vocabulary.ts'
import { preparedFor } from '../../store/prepared.ts'
import { type Queries, type PageIndexRow, spanSizes, type Tables } from '../../store/table-types.ts'
import type { OnConflictBuilder } from 'kysely'
import { inChunks } from './chunks.ts'

// A list is in the order of its displayIds, which have gaps. To find the row at an offset and not pass over all rows before it, the
// store keeps the number of rows in every span of 1,024 displayIds, and of 32,768.

/** A list, by the kind of its rows and their owner: the tests of a run; the cases, runs or milestones of a project. */
export type List = { noun: NumberedNoun; ownerId: string }

/**
 * Keeps the page index of a list equal to its rows. Call it whenever rows are added (1) or deleted (-1), in the same transaction.
 * DECISIONS 55
 */
export const countSpans = async (
  queries: Queries,
  { noun, ownerId }: List,
  { displayIds, by }: { displayIds: readonly number[]; by: 1 | -1 },
): Promise<void> => {
  const table = tableOf(noun)
  const [only] = displayIds
  if (displayIds.length === 1) {
    const [inFine, inCoarse] = [fine, coarse].map((size) => Math.floor(only! / size) * size)
    await countOne(noun, queries, { ownerId, inFine: inFine!, inCoarse: inCoarse!, by })
    return
  }
  const spans = [fine, coarse].flatMap((size) => spansOf(displayIds, size))
  await inChunks(spans, (chunk) =>
    queries
      .insertInto(table)
      .values(chunk.map((span) => ({ ...span, owner_id: ownerId, held: span.held * by })))
      .onConflict(addingTo(table))
      .execute(),
  )
}

const addingTo = (table: 'case_spans') => (kept: OnConflictBuilder<Tables, 'case_spans'>) =>
  kept
    .columns(['owner_id', 'size', 'first'])
    .doUpdateSet((row) => ({ held: row(row.ref(`${table}.held`), '+', row.ref('excluded.held')) }))

type One = { ownerId: string; inFine: number; inCoarse: number; by: number }

/** Counts one row in both of its spans, the usual case. */
const countOne = preparedFor(
  (noun: NumberedNoun) =>
    (queries, { ownerId: owner_id, inFine, inCoarse, by: held }: One) =>
      queries
        .insertInto(tableOf(noun))
        .values([
          { owner_id, size: spanSizes.fine, first: inFine, held },
          { owner_id, size: spanSizes.coarse, first: inCoarse, held },
        ])
        .onConflict(addingTo(tableOf(noun))),
)

/**
 * The start of a page: after `skip` of the rows whose displayId is `from` or higher; these are fewer than 1,024, unless the offset is
 * past the end. `total` is the number of all rows.
 */
export type Start = { total: number; from: number; skip: number }

/** Finds the start of the page at an offset of a list. */
export const findStart = async (queries: Queries, { noun, ownerId }: List, offset: number): Promise<Start> => {
  if (offset < fine) {
    const [{ total } = { total: null }] = await readTotal(noun, queries, { ownerId })
    return { total: Number(total), from: 0, skip: offset }
  }
  const all = await readSpans(noun, queries, { ownerId, size: coarse, from: 0, below: Number.MAX_SAFE_INTEGER })
  const total = all.reduce((sum, { held }) => sum + held, 0)
  if (offset >= total) return { total, from: 0, skip: offset }
  const { from, skip } = reach(all, offset)
  if (skip < fine) return { total, from, skip }
  const within = await readSpans(noun, queries, { ownerId, size: fine, from, below: from + coarse })
  return { total, ...reach(within, skip) }
}

const { fine, coarse } = spanSizes

// Most pages are near the beginning, and need no more than the sum: a list of ten million has 305 coarse spans.
const readTotal = preparedFor(
  (noun: NumberedNoun) =>
    (queries, { ownerId }: { ownerId: string }) =>
      queries
        .selectFrom(tableOf(noun))
        .select(({ fn }) => fn.sum<number | null>('held').as('total'))
        .where('owner_id', '=', ownerId)
        .where('size', '=', coarse),
)

type Stretch = { ownerId: string; size: number; from: number; below: number }

const readSpans = preparedFor(
  (noun: NumberedNoun) =>
    (queries, { ownerId, size, from, below }: Stretch) =>
      queries
        .selectFrom(tableOf(noun))
        .select(['first', 'held'])
        .where('owner_id', '=', ownerId)
        .where('size', '=', size)
        .where('first', '>=', from)
        .where('first', '<', below)
        .orderBy('first'),
)

/** Returns the span with the row at an offset, and how many rows of the span come before it. */
const reach = (
  spans: readonly Pick<PageIndexRow, 'first' | 'held'>[],
  offset: number,
): { from: number; skip: number } => {
  let skip = offset
  for (const { first, held } of spans) {
    if (skip < held) return { from: first, skip }
    skip -= held
  }
  throw new Error('the spans of a list do not hold all its rows')
}

const spansOf = (displayIds: readonly number[], size: number): Omit<PageIndexRow, 'owner_id'>[] => {
  const held = new Map<number, number>()
  for (const displayId of displayIds) {
    const first = Math.floor(displayId / size) * size
    held.set(first, (held.get(first) ?? 0) + 1)
  }
  return [...held].map(([first, count]) => ({ size, first, held: count }))
}

/** Returns the table of a list's page index; the query builder's types need one. */
const tableOf = (noun: NumberedNoun): 'case_spans' => tables[noun] as 'case_spans'

const tables = { cases: 'case_spans', runs: 'run_spans', tests: 'test_spans', milestones: 'milestone_spans' } as const
