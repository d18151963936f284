import { batch, type Settled } from '../../system/async/batch.ts'
import type { Api } from '../../contract/index.ts'
import { ensureDeleted } from '../../contract/made-changes.ts'
import { errorMessage, PartialError, reworded, TestctlError } from '../../errors.ts'
import { listNames } from '../../output/text/count.ts'
import type { Target } from '../../runs/read.ts'
import { highestOf, numberOf } from './named-numbers.ts'

/** The case that replaces each duplicate, by the duplicate's id; and the errors. */
export type ConcurrentDuplicates = { duplicates: ReadonlyMap<string, Target>; errors: readonly unknown[] }

export const noDuplicates: ConcurrentDuplicates = { duplicates: new Map(), errors: [] }

/**
 * Whether no other submission created a case since these were read: the new cases have exactly the next numbers.
 * A later submission sees them all, and gives way.
 */
export const areAlone = (mine: readonly Target[], before: readonly Target[]): boolean =>
  highestOf(mine) - highestOf(before) === mine.length

/**
 * Resolves cases that several submissions created with the same name at the same time. The one with the lowest
 * number wins for all; each submission deletes its own other case, and uses the winner. DECISIONS 40
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
  // Continues even after a signal to stop or a refused key: with two cases of one name, no later submission can
  // tell which one to use. Each one that stays is named.
  const removed = await batch(losers, ({ id: caseId }) => ensureDeleted(api.cases.delete({ caseId })), {
    concurrency: 16,
    isFatal: () => false,
  })
  return { duplicates, errors: removed.failed.length > 0 ? [leftOver(removed.failed)] : [] }
}

/** Returns the case of each name that all submissions use: the one with the lowest number. */
export const winnersOf = (cases: readonly Target[]): Map<string, Target> => {
  const winners = new Map<string, Target>()
  for (const one of cases) {
    const known = winners.get(one.name)
    if (!known || numberOf(one.identifiers) < numberOf(known.identifiers)) winners.set(one.name, one)
  }
  return winners
}

/** The error for duplicates that could not be deleted; one for all of them, because a command ends with one error. DECISIONS 516 */
class DuplicatesLeftError extends PartialError {}

/**
 * Adds the duplicates that could not be deleted to the error of a submission, if `errors` has any: until they
 * are deleted, no result finds its case by that name.
 */
export const namingDuplicates = <E>(error: E, errors: readonly unknown[]): E | TestctlError => {
  const left = errors.find((one) => one instanceof DuplicatesLeftError)
  if (!left || (error as unknown) === left) return error
  if (error === undefined) return left
  if (!(error instanceof TestctlError)) return error
  // The duplicates must be deleted first: only then does a new submission find its case.
  const hints = [left.hint, error.details.hint].filter((hint) => hint !== undefined)
  return reworded(error, `${error.message}; ${left.message}`, hints.join('; '))
}

/** Returns the errors that are not about duplicates. */
export const withoutDuplicates = (errors: readonly unknown[]): unknown[] =>
  errors.filter((error) => !(error instanceof DuplicatesLeftError))

const leftOver = (failed: Settled<Target, void>['failed']): DuplicatesLeftError => {
  const [{ item, error: cause }] = failed as [(typeof failed)[number]]
  const identifiers = failed.flatMap((one) => one.item.identifiers)
  const are =
    failed.length === 1
      ? `${identifiers.join()} is a second case named ${item.name}`
      : `${listNames(identifiers)} are second cases of a name`
  return new DuplicatesLeftError(`${are} and could not be deleted: ${errorMessage(cause)}`, {
    hint: `testctl cases delete ${identifiers.join(' ')}`,
    cause,
  })
}
