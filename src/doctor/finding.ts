import { TestctlError } from '../errors.ts'

/** How a check ended. It is skipped if it makes no sense here, or depends on a check that did not succeed. */
export type Status = 'ok' | 'warning' | 'failed' | 'skipped'

/** The class of the error that a failed check stands for: it gives the exit code. */
export type ErrorClass = new (message: string, details?: { hint?: string | undefined }) => TestctlError

/** The result of a check, with advice if it is not good; later checks use its `value`. */
export type Finding<T = unknown> = {
  status: Status
  message: string
  hint?: string | undefined
  kind?: ErrorClass | undefined
  value?: T | undefined
  /** The check that would have had to succeed first. */
  because?: string
}

/** A finding with the name of its check, which is stable: scripts look for it. */
export type Check = Omit<Finding, 'value' | 'because'> & { name: string }

/** All is well. */
export const ok = <T = undefined>(message: string, value?: T): Finding<T> => ({ status: 'ok', message, value })

/** Something works, but should be changed. */
export const warn = <T = undefined>(message: string, hint: string, value?: T): Finding<T> => ({
  status: 'warning',
  message,
  hint,
  value,
})

/** Something does not work. */
export const fail = (kind: ErrorClass, message: string, hint?: string): Finding<never> => ({
  status: 'failed',
  message,
  hint,
  kind,
})

/** The check could not be made, or made no sense here. */
export const skip = (message: string): Finding<never> => ({ status: 'skipped', message })

/** The check needs another, which did not succeed. */
export const after = (name: string): Finding<never> => ({ status: 'skipped', message: '', because: name })

/** Converts an error of testctl into a finding; rethrows any other error, which is a bug. */
export const failureOf = (error: unknown): Finding<never> => {
  if (!(error instanceof TestctlError)) throw error
  return fail(error.constructor as ErrorClass, error.message, error.hint)
}
