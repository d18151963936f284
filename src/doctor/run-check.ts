import { UnavailableError } from '../errors.ts'
import { type Check, fail, failureOf, type Finding } from './finding.ts'

/** Runs one check by its name; the signal tells `work` to give up. Returns the value that later checks use. */
export type RunCheck = <T>(
  name: string,
  work: (signal: AbortSignal) => Finding<T> | Promise<Finding<T>>,
) => Promise<T | undefined>

/**
 * Runs checks, each within `limit` milliseconds, and reports the finding of each. A typed error is a finding too; the error of
 * `stop` ends all checks.
 */
export const createRunCheck = ({
  limit,
  stop,
  tell,
}: {
  limit: number
  stop: AbortSignal
  tell: (check: Check) => Promise<void>
}): RunCheck => {
  // If a check makes the next ones impossible, only the first one is reported.
  const roots = new Map<string, string>()
  // A check that fails with a message already reported is skipped.
  const failures = new Map<string, string>()
  return async (name, work) => {
    stop.throwIfAborted()
    const { value, because, ...finding } = await within({ limit, stop }, work).catch((error: unknown) => {
      if (stop.aborted) throw stop.reason
      return failureOf(error)
    })
    const first = because === undefined ? failures.get(finding.message) : (roots.get(because) ?? because)
    if (first !== undefined) {
      roots.set(name, first)
      await tell({ name, status: 'skipped', message: `skipped, because ${first} failed` })
      return undefined
    }
    if (finding.status === 'failed') failures.set(finding.message, name)
    await tell({ name, ...finding })
    return value
  }
}

const within = async <T>(
  { limit, stop }: { limit: number; stop: AbortSignal },
  work: (signal: AbortSignal) => Finding<T> | Promise<Finding<T>>,
): Promise<Finding<T>> => {
  const over = new AbortController()
  const end = () => over.abort(stop.reason)
  const timer = setTimeout(() => over.abort(tooLong), limit)
  stop.addEventListener('abort', end)
  const ended = new Promise<Finding<T>>((resolve, reject) =>
    over.signal.addEventListener('abort', () => {
      if (over.signal.reason !== tooLong) return reject(over.signal.reason as Error)
      return resolve(fail(UnavailableError, `not finished within ${limit / 1000} s`, 'testctl doctor --timeout 1m'))
    }),
  )
  try {
    return await Promise.race([work(over.signal), ended])
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', end)
  }
}

const tooLong = new Error('no end in time')
