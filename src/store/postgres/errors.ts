import { TestctlError, UnavailableError, UsageError } from '../../errors.ts'
import { type PostgresDatabase, userOf } from './address.ts'
import { isOutdated } from '../statement-names.ts'

/** The connection is lost; the last statement may or may not have been executed. */
export class LostError extends Error {}

/** No answer came in time. The work is not retried, because its caller would wait for as long once more. DECISIONS 437 */
export class SilentError extends LostError {}

/** A commit was kept, but its wait for the standbys was cancelled: they may not have it. DECISIONS 381 */
export class CutShortError extends LostError {}

/** No connection could be made, because of an error of the driver or the server. */
export class ConnectError extends Error {
  readonly code: unknown

  constructor(cause: unknown) {
    const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause
    super(first instanceof Error ? first.message : String(first), { cause })
    this.code = (first as { code?: unknown }).code
  }
}

/** A host answers with another store than the one that was opened: its identity differs. DECISIONS 211 */
export class OtherStoreError extends ConnectError {
  constructor(host: string) {
    super(new Error(`a store other than the one that was opened answers at ${host}`))
  }
}

/** A host answers with a server whose standby has taken over and has been written to since. DECISIONS 237 */
export class ReplacedServerError extends ConnectError {
  constructor(host: string) {
    super(new Error(`a server that was replaced by its standby answers at ${host}`))
  }
}

/** The wait for the database was given up, because the store was closed or a signal came. DECISIONS 536 */
export class AbandonedError extends ConnectError {}

/** The connection was lost while a commit was on its way, and its outcome could not be read. DECISIONS 54 */
export class UnknownCommitError extends Error {}

/** Whether a transaction that failed with this error changed nothing and may succeed the next time. */
export const isTransient = (error: unknown): boolean =>
  (error instanceof LostError && !(error instanceof SilentError)) ||
  isOutdated(error) ||
  ['40001', '40P01', ended].includes(codeOf(error) ?? '')

/** Whether a transaction cannot go on after this error. */
export const isEnd = (error: unknown): boolean => error instanceof LostError || isTransient(error)

// The error code if an administrator ends a session that is being opened; a session at work gives a LostError.
const ended = '57P01'

/** Whether an engine could not do what it was asked: not supported (0A), unknown or not allowed (42), raised (P0), or internal (XX). */
export const isLacking = (error: unknown): boolean => /^(0A|42|P0|XX)/.test(String((error as { code?: unknown }).code))

/** Explains a driver's error; returns any other error unchanged. */
export const explainPostgresError = (error: unknown, base: PostgresDatabase): unknown => {
  if (error instanceof TestctlError || !isDriversOwn(error)) return error
  const { message, hint } = describe(error, base)
  return new UnavailableError(message, { hint, status: error instanceof UnknownCommitError ? 500 : 503, cause: error })
}

/** Explains a driver's error from opening a store: a permanent one is a UsageError. */
export const explainPostgresOpening = (error: unknown, base: PostgresDatabase): unknown => {
  const code = codeOf(error) ?? ''
  const explained = explainPostgresError(error, base)
  const isLasting = /^(28|3D|3F|42)/.test(code) || lacksPassword(error)
  if (!(explained instanceof UnavailableError) || !isLasting) return explained
  return new UsageError(explained.message, { hint: explained.hint, cause: error })
}

/** Returns the error of a first write to a read-only database, or to a `place` without permission. DECISIONS 440, 451 */
export const refusalOf = (place?: `${'table' | 'schema'} ${string}`): Error =>
  place === undefined
    ? Object.assign(new Error('read only'), { code: '25006', severity: 'ERROR' })
    : Object.assign(new Error(`permission denied for ${place}`), { code: noRight, severity: 'ERROR' })

/** Returns the error for a database with other tables. */
export const foreignDatabase = ({ label }: PostgresDatabase): UsageError =>
  new UsageError(`the database ${label} is not a testctl store: there are other tables in it`, {
    hint: 'name another database, or another schema of it: postgres://…/database?options=-csearch_path%3Dtestctl',
  })

const describe = (error: Error, base: PostgresDatabase): ErrorText => {
  const { label } = base
  if (error instanceof UnknownCommitError)
    return {
      message: `the database ${label} was lost during the commit: the change may or may not be stored`,
      hint: 'check whether it is there before you run it again',
    }
  if (error instanceof AbandonedError)
    return { message: `the wait for the database ${label} was ended`, hint: 'see whether it answers, and run it again' }
  const code = codeOf(error) ?? ''
  if (code === '0A000' && /standby|recovery/.test(error.message)) return explainCode('25006', label, error.message)
  if (code === noRight) return { ...explainCode(code, label, error.message), hint: grantFor(error.message, base) }
  if (lacksPassword(error))
    return { message: `the database ${label} wants a password`, hint: 'give it in PGPASSWORD or the address' }
  if (/^[0-9A-Z]{5}$/.test(code)) return explainCode(code, label, error.message)
  return { message: `the database ${label} cannot be reached: ${reasonOf(error)}`, hint: connectHint(error, code) }
}

const connectHint = (error: Error, code: string): string => {
  if (error instanceof OtherStoreError)
    return 'check which database the host name leads to; to use that store instead, restart this server'
  if (error instanceof ReplacedServerError)
    return 'stop the old one: writes to it are missing in the other. To use the old one, restart this server'
  if (error.message.includes('does not support SSL'))
    return 'set ssl = on there; in a network that you trust, ?sslmode=disable in the address goes without TLS'
  if (/^E[A-Z]+: .*, (open|read)\b/.test(error.message))
    return 'check the files that the address names: sslrootcert, sslcert, sslkey'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'name it in the address as its certificate does, or give it a certificate for this name'
  if (/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/.test(code))
    return 'give it a certificate that is valid now, and check the clocks'
  if (untrusted.test(code))
    return 'name the authority of its certificate in the address: ?sslmode=verify-full&sslrootcert=FILE; in a network that you trust, ?sslmode=disable goes without TLS'
  return 'is it running, and is this its address?'
}

// Node's error codes for certificates that it does not trust.
const untrusted = /^(CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/

const noRight = '42501'

/** Returns advice with the statement that grants the missing right to the user of an address. */
const grantFor = (words: string, { addresses, searchPath = 'public' }: PostgresDatabase): string => {
  const [, kind, name] = /^permission denied for (schema|table) (\S+)$/.exec(words) ?? []
  const user = quoted(userOf(addresses[0]))
  if (kind === 'schema') return `as its owner: grant usage, create on schema ${name} to ${user}`
  const [schema] = searchPath.split(',')
  if (kind === 'table')
    return `as their owner: grant select, insert, update, delete on all tables in schema ${schema} to ${user}`
  return `the tables must belong to ${user}: alter table … owner to ${user}`
}

const quoted = (name: string): string => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)

// The message comes from the driver or from the database, depending on how the database asks for the password.
const lacksPassword = (error: unknown): boolean =>
  error instanceof ConnectError && / client password must be a |^empty password returned/.test(error.message)

const codeOf = (error: unknown): string | undefined => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}

// A violated constraint (class 23) that the service did not foresee is a defect of the service, not a failure of the store.
const isDriversOwn = (error: unknown): error is Error => {
  if (error instanceof LostError || error instanceof UnknownCommitError || error instanceof ConnectError) return true
  const { severity } = error as { severity?: unknown }
  return error instanceof Error && severity !== undefined && !codeOf(error)?.startsWith('23')
}

const reasonOf = (error: Error): string =>
  (error instanceof LostError && error.cause instanceof Error ? error.cause.message : error.message) ||
  (codeOf(error) ?? 'no answer')

/** The message and the hint of a failure. */
export type ErrorText = { message: string; hint: string }

/** Explains an error code of PostgreSQL for a database, with PostgreSQL's message if that helps. */
const explainCode = (code: string, label: string, words: string): ErrorText => {
  const [, what, hint] = explanations.find(([beginning]) => code.startsWith(beginning)) ?? usual
  return { message: `the database ${label} ${what.replace('…', `: ${words}`).replace('(code)', `(${code})`)}`, hint }
}

/** The command that creates a database for a store. A cluster may have a locale of another encoding. The store always sorts as C does. */
export const createInUtf8 = 'createdb --encoding UTF8 --locale C --template template0 NAME'

// Matched by the beginning of the code.
const explanations: readonly (readonly [code: string, what: string, hint: string])[] = [
  [
    '22P05',
    'has an encoding that cannot hold this text…',
    `make another one, and copy the store into it: ${createInUtf8}`,
  ],
  ['25006', 'can be read but not written', 'is it a standby, or set to read only?'],
  [
    '08P01',
    'is behind a pooler that refuses the connection…',
    'see pool_mode, max_client_conn, default_pool_size and query_wait_timeout of PgBouncer, and its log',
  ],
  ['28', 'refuses the connection…', 'check the user in the address, and the password there or in PGPASSWORD'],
  ['3D000', 'is not there…', 'createdb makes one'],
  ['42501', 'does not allow that…', ''],
  ['42P01', 'lacks a part of the store…', 'restore the last backup'],
  ['42703', 'lacks a part of the store…', 'restore the last backup'],
  ['53100', 'has no space left; this change was not written', 'make room on its disk'],
  ['53300', 'has no free connection', 'check max_connections, and pg_stat_activity for the sessions'],
  ['55P03', 'is locked by another session', 'wait until it ends, or find it in pg_locks'],
  ['57P03', 'is not ready…', 'try again in a moment'],
  ['40', 'has too many concurrent changes', 'try again in a moment'],
  ['XX', 'is damaged…', 'see its log, and restore the last backup'],
]
const usual = ['', 'failed… (code)', 'see the log of the database'] as const
