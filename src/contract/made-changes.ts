import { AppliedError, NotFoundError } from '../errors.ts'

/**
 * Waits for the answer to a change; undefined if the change was made but its answer cannot be read: a caller that needs the result
 * reads it from the service. DECISIONS 292
 */
export const answerIfRead = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof AppliedError) return undefined
    throw error
  })

/** Waits for an answer; undefined for a 404. */
export const ifFound = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof NotFoundError) return undefined
    throw error
  })

/** Waits for a delete. A 404 counts as done, and so does an answer that cannot be read. DECISIONS 320 */
export const ensureDeleted = async (answer: Promise<unknown>): Promise<void> => {
  await ifFound(answerIfRead(answer))
}
