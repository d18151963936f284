import type { Values } from '../contract/api-calls.ts'
import { RejectedError } from '../errors.ts'

/** Makes one call with these values, and resolves to its answer. */
type Call = (values: Values) => Promise<Values>

/**
 * Asks for fewer rows of a service that refuses as many as were asked for: its maximum is not shown, and it need not lower a larger one,
 * as ours does (5). First for 100 rows, then for as many as it likes. What it refused is not asked for again. DECISIONS 482
 */
export const createLimitFitting = (): ((values: Values, call: Call) => Promise<Values>) => {
  let refused = Infinity
  return async (values, call) => {
    const { limit } = values
    if (typeof limit !== 'number') return call(values)
    let refusal: unknown
    const numbers = [limit, ...(limit > few ? [few] : [])].filter((number) => number < refused)
    for (const fewer of [...numbers, undefined]) {
      try {
        const answer = await call({ ...values, limit: fewer })
        // Only where fewer are given, it was their number that was refused.
        if (refusal !== undefined) refused = Math.min(refused, numbers.at(fewer === undefined ? -1 : 0) ?? refused)
        return answer
      } catch (error) {
        // What ends the asking says more than that: another refusal, a service that is gone, a signal to stop.
        if (!mayMeanLimit(error)) throw error
        refusal ??= error
      }
    }
    throw refusal
  }
}

const few = 100

/** Whether a refusal may be about the number of rows: it names no other part of the request. */
const mayMeanLimit = (error: unknown): boolean =>
  error instanceof RejectedError &&
  (error.status === 400 || error.status === 422) &&
  (error.issues === undefined || error.issues.length === 0 || error.issues.some(({ path }) => path.includes('limit')))
