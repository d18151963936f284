import { setTimeout as sleep } from 'node:timers/promises'
import { UnavailableError } from '../../errors.ts'
import { migrations } from '../migrations.ts'
import type { Connection } from '../engine.ts'
import { createQueries } from '../queries.ts'
import type { Base } from './address.ts'
import type { PostgresConnection } from './connection.ts'
import { explainPostgresError, isTransient, LostError, UnknownCommitError } from './errors.ts'

/** Everything that is read on one connection. */
export const createReadConnection = (connection: PostgresConnection, base: Base): Connection => {
  const { failures, ...common } = createCommon(connection, base)
  const begin = async () => {
    await connection.connect()
    failures.watch(connection.begin('isolation level repeatable read read only'))
  }
  return {
    ...common,
    kinds: ['read'],
    capacity: 16,
    begin,
    savepoint: () => undefined,
    release: () => failures.check(),
    rollbackTo: async (_kind, error) => {
      // One that finds nothing has not failed in the eyes of the database.
      if (connection.status() === 'T' && !failures.any()) return
      if (isTransient(error)) throw error
      await common.rollback()
      await begin()
    },
    // What was read was read, whatever comes of this.
    commit: () => void connection.send('commit').catch(() => undefined),
  }
}

/**
 * Everything that is written. One server writes at a time: the lock is taken before the transaction sees anything, so that
 * those who write queue and do not fail. DECISIONS 53
 */
export const createWriteConnection = (
  connection: PostgresConnection,
  base: Base,
  { timeoutMs }: { timeoutMs: number },
): Connection => {
  const { failures, ...common } = createCommon(connection, base)
  let begun: Promise<{ rows: Record<string, unknown>[] }>
  let isMarked = false

  const commit = async () => {
    const [{ version, transaction, timeline: timelineThen } = {}] = (await begun).rows
    failures.check()
    if (version !== migrations.length) throw upgraded(base)
    try {
      const { command } = await connection.send('commit')
      if (command !== 'COMMIT') throw new Error('the database did not keep a transaction, and did not say why')
    } catch (error) {
      if (!(error instanceof LostError)) throw error
      if (!(await wasKept(String(transaction), timelineThen, error))) throw error
    }
  }

  // The server knows of every transaction how it ended, once nobody can be at it any more. Where a standby has taken over, the same
  // number may mean another transaction: the one before may have been lost with the old server. DECISIONS 142
  const wasKept = async (transaction: string, timelineThen: unknown, lost: LostError): Promise<boolean> => {
    const deadline = Date.now() + timeoutMs
    for (;;) {
      try {
        await connection.connect()
        await connection.begin('', lock)
        const { rows } = await connection.send(
          `select pg_xact_status('${transaction}') as status, ${timeline} as timeline`,
        )
        const { status, timeline: present } = rows[0] ?? {}
        if (present !== timelineThen) throw new UnknownCommitError('a standby has taken over', { cause: lost })
        if (status === 'committed') return true
        if (status === 'aborted') return false
        throw new UnknownCommitError(`the transaction is ${String(status)}`, { cause: lost })
      } catch (error) {
        if (error instanceof UnknownCommitError) throw error
        if (Date.now() > deadline) throw new UnknownCommitError('nobody could be asked', { cause: lost })
      } finally {
        await common.rollback()
      }
      await sleep(100)
    }
  }

  return {
    ...common,
    kinds: ['write'],
    // Beyond 64 subtransactions, everybody else's reads become slow.
    capacity: 60,
    begin: async () => {
      await connection.connect()
      begun = connection.begin('isolation level serializable', `${lock}; savepoint work; ${whichTransaction}`)
      failures.watch(begun)
      isMarked = true
    },
    savepoint: () => {
      if (!isMarked) failures.watch(connection.send('release work; savepoint work'))
      isMarked = false
    },
    release: () => failures.check(),
    rollbackTo: async (_kind, error) => {
      await begun
      if (isTransient(error)) throw error
      await connection.send('rollback to work')
      failures.clear()
    },
    commit,
  }
}

// Sees nothing yet, unlike every other way to take a lock.
const lock = 'lock table testctl_store in exclusive mode'
// The timeline: each promotion of a standby begins a new one.
const timeline = 'left(pg_walfile_name(pg_current_wal_lsn()), 8)'
// An answer comes after the disk has it, whatever the database usually does.
const durable =
  "case current_setting('synchronous_commit') when 'off' then set_config('synchronous_commit', 'on', true) end"
const whichTransaction = `select version, pg_current_xact_id()::text as transaction, ${timeline} as timeline, ${durable}
  from testctl_store`

const upgraded = ({ label }: Base) =>
  new UnavailableError(`the store in the database ${label} was upgraded by a newer testctl`, {
    hint: 'upgrade this one as well',
    status: 503,
  })

const createCommon = (connection: PostgresConnection, base: Base) => {
  const failures = createFailures()
  return {
    failures,
    queries: createQueries((sql, parameters) => failures.watch(connection.query(sql, parameters)), 'postgres'),
    rollback: async () => {
      failures.clear()
      await connection.send('rollback').catch(() => undefined)
    },
    isTransient,
    explain: (error: unknown) => explainPostgresError(error, base),
    close: connection.close,
  }
}

/** What went wrong since the last `clear`, also with statements that nobody waits for. */
const createFailures = () => {
  let first: { error: unknown } | undefined
  return {
    watch: <T>(sent: Promise<T>): Promise<T> => {
      sent.catch((error: unknown) => (first ??= { error }))
      return sent
    },
    any: () => first !== undefined,
    check: () => {
      if (first) throw first.error
    },
    clear: () => {
      first = undefined
    },
  }
}
