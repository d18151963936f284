import { TestctlError, UnavailableError, UsageError } from '../../errors.ts'
import type { Base } from './address.ts'

/** No answer can come any more; what was sent last may or may not have been done. */
export class LostError extends Error {}

/** There is no connection to be had, because of what the driver or the server said. */
export class ConnectError extends Error {
  readonly code: unknown

  constructor(cause: unknown) {
    const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause
    super(first instanceof Error ? first.message : String(first), { cause })
    this.code = (first as { code?: unknown }).code
  }
}

/** The connection was lost while a commit was on its way, and nobody could be asked how it ended. DECISIONS 54 */
export class UnknownCommitError extends Error {}

/** Whether a transaction that failed so has left nothing behind and may go well the next time. */
export const isTransient = (error: unknown): boolean =>
  error instanceof LostError || ['40001', '40P01', ended].includes(codeOf(error) ?? '')

// A session that an administrator ended while it was being made; one that is at work is lost.
const ended = '57P01'

/** Says what a driver's error means for the store; what is not a driver's error is given back as it is. */
export const explainPostgresError = (error: unknown, base: Base): unknown => {
  if (error instanceof TestctlError || !isDriversOwn(error)) return error
  const { message, hint } = describe(error, base)
  return new UnavailableError(message, { hint, status: error instanceof UnknownCommitError ? 500 : 503, cause: error })
}

/** The same for an error that came while the store was opened: what does not pass by itself is a UsageError. */
export const explainPostgresOpening = (error: unknown, base: Base): unknown => {
  const code = codeOf(error) ?? ''
  const explained = explainPostgresError(error, base)
  if (!(explained instanceof UnavailableError) || !/^(28|3D|3F|42)/.test(code)) return explained
  return new UsageError(explained.message, { hint: explained.hint, cause: error })
}

/** A database that is not ours to write into. */
export const foreignDatabase = ({ label }: Base): UsageError =>
  new UsageError(`the database ${label} is not a testctl store: there are other tables in it`, {
    hint: 'name another database, or another schema of it: postgres://…/database?options=-csearch_path%3Dtestctl',
  })

const describe = (error: Error, { label }: Base): ErrorText => {
  if (error instanceof UnknownCommitError)
    return {
      message: `the database ${label} was lost while it was keeping this: it may or may not be kept`,
      hint: 'look whether it is there before you do it again',
    }
  const code = codeOf(error) ?? ''
  if (sqlState.test(code)) return explainCode(code, label, error.message)
  return {
    message: `the database ${label} cannot be reached: ${reasonOf(error)}`,
    hint: 'is it running, and is this its address?',
  }
}

const codeOf = (error: unknown): string | undefined => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}

const sqlState = /^[0-9A-Z]{5}$/

// A constraint that the service did not foresee is a defect of the service, and no matter of the store.
const isDriversOwn = (error: unknown): error is Error => {
  if (error instanceof LostError || error instanceof UnknownCommitError || error instanceof ConnectError) return true
  const { severity } = error as { severity?: unknown }
  return error instanceof Error && severity !== undefined && !codeOf(error)?.startsWith('23')
}

const reasonOf = (error: Error): string =>
  (error instanceof LostError && error.cause instanceof Error ? error.cause.message : error.message) ||
  (codeOf(error) ?? 'no answer')

/** What people are told of a failure: what happened, and what to do next. */
export type ErrorText = { message: string; hint: string }

/** Explains what PostgreSQL means with one of its error codes, said of a database, in its own words where they help. */
export const explainCode = (code: string, label: string, words: string): ErrorText => {
  const [, what, hint] = explanations.find(([beginning]) => code.startsWith(beginning)) ?? usual
  return { message: `the database ${label} ${what.replace('…', `: ${words}`).replace('(code)', `(${code})`)}`, hint }
}
// By the beginning of the code.
const explanations: readonly (readonly [code: string, what: string, hint: string])[] = [
  ['25006', 'can be read but not written', 'is it a standby, or set to read only?'],
  [
    '08P01',
    'is behind a pooler that refuses the connection…',
    'see max_client_conn and query_wait_timeout of PgBouncer, and its log',
  ],
  ['28', 'refuses the connection…', 'check user and password in the address'],
  ['3D000', 'is not there…', 'createdb makes one'],
  ['42501', 'does not allow that…', 'the user must own the tables, or be allowed to create them in the schema'],
  ['42P01', 'lacks a part of the store…', 'restore the last backup'],
  ['42703', 'lacks a part of the store…', 'restore the last backup'],
  ['53100', 'has no space left; nothing was written', 'make room on its disk'],
  ['53300', 'has no free connection', 'check max_connections, and pg_stat_activity for the sessions'],
  ['55P03', 'is locked by another session', 'wait until it ends, or find it in pg_locks'],
  ['57P03', 'is not ready…', 'try again in a moment'],
  ['40', 'has too many concurrent changes', 'try again in a moment'],
  ['XX', 'is damaged…', 'see its log, and restore the last backup'],
]
const usual = ['', 'failed… (code)', 'see the log of the database'] as const
