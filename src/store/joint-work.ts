import type { Snapshot } from './engine.ts'
import type { Queries } from './table-types.ts'

/** Makes the same change for several callers in one call, and returns a result for each item, in their order. */
export type JointChange<Item, T> = (queries: Queries, items: readonly Item[]) => Promise<readonly T[]>

/**
 * A piece of work: queries that run isolated from all others. If their transaction conflicts with another one or loses its connection,
 * it is rolled back and the work runs again from its start, so it must have no effect outside the store. Work that only reads gets its
 * snapshot. With `joint`, one call of `change` does all consecutive pieces that have the same change. DECISIONS 242
 */
export type Work<T> = ((queries: Queries, snapshot?: Snapshot) => Promise<T>) & {
  joint?: { change: JointChange<unknown, T>; item: unknown }
}

/** Returns the work of one caller, which the store combines with the same change of other callers that wait at the same time. */
export const jointWork = <Item, T>(change: JointChange<Item, T>, item: Item): Work<T> =>
  Object.assign(async (queries: Queries) => (await change(queries, [item]))[0]!, {
    joint: { change: change as JointChange<unknown, T>, item },
  })

/** Groups waiting work into pieces that are done by one call each, in the same order. */
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

/** Does a piece of several members with one call, and returns their results in their order. */
export const doJointly = (piece: readonly { work: Work<unknown> }[], queries: Queries): Promise<readonly unknown[]> =>
  piece[0]!.work.joint!.change(
    queries,
    piece.map((one) => one.work.joint?.item),
  )
