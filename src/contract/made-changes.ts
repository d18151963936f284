import { AppliedError, NotFoundError } from '../errors.ts'

/**
 * The answer to a change; undefined where the change was made, and its answer cannot be read: who needs what it made reads it.
 * DECISIONS 292
 */
export const answerIfRead = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof AppliedError) return undefined
    throw error
  })

/** Waits for a delete. One that finds nothing is none that failed, nor is one whose answer cannot be read. DECISIONS 320 */
export const ensureDeleted = async (answer: Promise<unknown>): Promise<void> => {
  await answerIfRead(answer).catch((error: unknown) => {
    if (!(error instanceof NotFoundError)) throw error
  })
}
