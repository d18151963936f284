import type { Snapshot } from './engine.ts'
import type { Queries } from './table-types.ts'

/** Does the same for several callers at once, and gives a result for each of the items, in their order. */
export type JointChange<Item, T> = (queries: Queries, items: readonly Item[]) => Promise<readonly T[]>

/**
 * A piece of work: queries that run isolated from all others. Where another transaction came in between
 * after all, it is rolled back and run again from its start, so that it must have no effect outside the store.
 * Work that only reads gets the snapshot that it sees. With `joint`, the pieces that follow one another with the same change are done
 * by one call of it. DECISIONS 242
 */
export type Work<T> = ((queries: Queries, snapshot?: Snapshot) => Promise<T>) & {
  joint?: { change: JointChange<unknown, T>; item: unknown }
}

/** The work of one caller, which is done together with that of others who ask for the same change at the same time. */
export const jointWork = <Item, T>(change: JointChange<Item, T>, item: Item): Work<T> =>
  Object.assign(async (queries: Queries) => (await change(queries, [item]))[0]!, {
    joint: { change: change as JointChange<unknown, T>, item },
  })

/** Splits what waits into pieces that are done by one call each, in the same order. */
export const piecesOf = <One extends { work: Work<unknown> }>(waiting: readonly One[]): One[][] => {
  const pieces: One[][] = []
  for (const one of waiting) {
    const piece = pieces.at(-1)
    const change = one.work.joint?.change
    if (piece && change && piece[0]!.work.joint?.change === change) piece.push(one)
    else pieces.push([one])
  }
  return pieces
}

/** Does a piece of several members by one call: their results, in their order. */
export const doJointly = (piece: readonly { work: Work<unknown> }[], queries: Queries): Promise<readonly unknown[]> =>
  piece[0]!.work.joint!.change(
    queries,
    piece.map((one) => one.work.joint?.item),
  )
