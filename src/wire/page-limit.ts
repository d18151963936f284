import type { Values } from '../contract/api-calls.ts'
import { RejectedError } from '../errors.ts'

/** Makes one call with these values, and resolves to its answer. */
type Call = (values: Values) => Promise<Values>

/**
 * Creates a wrapper for calls that asks for fewer rows if a service refuses the requested number: its maximum is unknown, and it need not
 * lower a larger limit, as ours does (DECISIONS 5). Tries 100 rows, then the service's default. Does not ask again for as many as
 * were refused. DECISIONS 482
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
        // An answer after a refusal shows that the number of rows was the reason.
        if (refusal !== undefined) refused = Math.min(refused, numbers.at(fewer === undefined ? -1 : 0) ?? refused)
        return answer
      } catch (error) {
        // Any other error matters more: another refusal, a service that is gone, an abort.
        if (!mayMeanLimit(error)) throw error
        refusal ??= error
      }
    }
    throw refusal
  }
}

const few = 100

/** Whether a refusal may be about the number of rows: its issues name the limit, or it has no issues. */
const mayMeanLimit = (error: unknown): boolean =>
  error instanceof RejectedError &&
  (error.status === 400 || error.status === 422) &&
  (error.issues === undefined || error.issues.length === 0 || error.issues.some(({ path }) => path.includes('limit')))
