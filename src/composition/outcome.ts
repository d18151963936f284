import { type Details, OutputClosedError, PartialError, TestctlError } from '../errors.ts'
import type { Form, Printer } from '../output/printer.ts'
import { stopError } from '../system/async/stopped.ts'

/** The handling of an answer that cannot be printed although the command has changed something. DECISIONS 286, 395 */
export type Outcome = {
  /** Wraps a printer so that it keeps its first error until the command has ended. */
  keeping: (printer: Printer) => Printer
  /** Whether printing has failed, for a command whose answer is shown only once. */
  isUnprinted: () => boolean
  /** Returns the error to report; undefined if printing did not fail, and on every later call. */
  take: () => Error | undefined
}

/**
 * Keeps errors of printing until the end, so that a command that has changed something goes on and reports its other errors too.
 * A closed output still ends it at once. If a signal interrupted the printing, it is the reason of `stop`.
 */
export const createOutcome = (stop: AbortSignal): Outcome => {
  let unprinted: TestctlError | undefined
  let isTaken = false
  const kept =
    <Given extends unknown[]>(print: (...given: Given) => Promise<void>) =>
    async (...given: Given): Promise<void> => {
      try {
        await print(...given)
      } catch (error) {
        if (!(error instanceof TestctlError) || error instanceof OutputClosedError) throw error
        unprinted ??= error
      }
    }
  return {
    keeping: (printer) => {
      const { list, item, changed, table, answer, document } = printer
      const forms: Required<Form> = {
        list: kept(list),
        item: kept(item),
        changed: kept(changed),
        table: kept(table),
        answer: kept(answer),
        document: kept(document),
      }
      return { ...printer, ...forms }
    },
    isUnprinted: () => unprinted !== undefined,
    take: () => {
      if (!unprinted || isTaken) return undefined
      isTaken = true
      const message = `the command was carried out, but its answer could not be printed: ${unprinted.message}`
      const details: Details = { hint: 'do not run it again; a list or get shows what is there', cause: unprinted }
      return unprinted === stop.reason ? stopError(stop, message, details) : new PartialError(message, details)
    },
  }
}
