import { batch } from '../../system/async/batch.ts'
import type { Api } from '../../contract/index.ts'
import { ensureDeleted } from '../../contract/made-changes.ts'
import { errorMessage, PartialError } from '../../errors.ts'
import type { Target } from '../../runs/read.ts'
import { highestOf, numberOf } from './named-numbers.ts'

/** The case that replaces each duplicate, by the duplicate's id; and the errors. */
export type ConcurrentDuplicates = { duplicates: ReadonlyMap<string, Target>; errors: readonly unknown[] }

export const noDuplicates: ConcurrentDuplicates = { duplicates: new Map(), errors: [] }

/**
 * Whether no other submission created a case since these were read: the new ones have the very next numbers. A later one sees
 * them all, and gives way.
 */
export const areAlone = (mine: readonly Target[], before: readonly Target[]): boolean =>
  highestOf(mine) - highestOf(before) === mine.length

/**
 * Gives way where another submission created a case with the same name at the same time. All see the same one win, that with the
 * lowest number; each submission deletes its other one, and uses the winner. DECISIONS 40
 */
export const removeDuplicates = async (
  api: Api,
  mine: readonly Target[],
  readAgain: () => Promise<readonly Target[]>,
): Promise<ConcurrentDuplicates> => {
  if (mine.length === 0) return noDuplicates
  const winners = winnersOf(await readAgain())
  const duplicates = new Map<string, Target>()
  for (const one of mine) {
    const winner = winners.get(one.name)
    if (winner && numberOf(winner.identifiers) < numberOf(one.identifiers)) duplicates.set(one.id, winner)
  }
  const losers = mine.filter(({ id }) => duplicates.has(id))
  // Even after a signal to stop, and a key that is refused: with two cases of one name, no later submission can tell which one to use,
  // and each that stays is named.
  const removed = await batch(losers, ({ id: caseId }) => ensureDeleted(api.cases.delete({ caseId })), {
    concurrency: 16,
    isFatal: () => false,
  })
  return { duplicates, errors: removed.failed.map(({ item, error }) => leftover(item, error)) }
}

/** The case of each name that all submissions use: that with the lowest number. */
export const winnersOf = (cases: readonly Target[]): Map<string, Target> => {
  const winners = new Map<string, Target>()
  for (const one of cases) {
    const known = winners.get(one.name)
    if (!known || numberOf(one.identifiers) < numberOf(known.identifiers)) winners.set(one.name, one)
  }
  return winners
}

const leftover = ({ identifiers: [identifier = ''], name }: Target, cause: unknown): PartialError => {
  return new PartialError(
    `${identifier} is a second case named ${name} and could not be deleted: ${errorMessage(cause)}`,
    {
      hint: `testctl cases delete ${identifier}`,
      cause,
    },
  )
}
