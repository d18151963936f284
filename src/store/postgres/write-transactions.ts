import { setTimeout as sleep } from 'node:timers/promises'
import { migrations } from '../migrations.ts'
import type { Connection } from '../engine.ts'
import type { PostgresDatabase } from './address.ts'
import { upgradedMeanwhile } from '../newer-version.ts'
import type { PostgresConnection } from './connection.ts'
import type { KnownStore } from './known-store.ts'
import {
  AbandonedError,
  isEnd,
  isLacking,
  LostError,
  OtherStoreError,
  ReplacedServerError,
  UnknownCommitError,
} from './errors.ts'
import { type Abilities, allAbilities, commitMark, hasAll, timeline, writersLock } from './abilities.ts'
import { findAbilities } from './engine-report.ts'
import { timeThere } from './session.ts'
import { createTransactionParts } from './transactions.ts'

/**
 * Creates the connection for writes. One server writes at a time: the lock is taken before the transaction takes its snapshot, so that
 * writers queue and do not fail. DECISIONS 53
 */
export const createWriteConnection = (
  connection: PostgresConnection,
  base: PostgresDatabase,
  { timeoutMs, known }: { timeoutMs: number; known: KnownStore },
): Connection => {
  const { failures, endAfter, ...common } = createTransactionParts(connection, base)
  let begun: Promise<{ rows: Record<string, unknown>[] }>
  let isMarked = false

  const commit = async () => {
    const [{ oldest, identity, transaction, timeline: timelineThen } = {}] = (await begun).rows
    failures.check()
    // A pooler may lead to another database than before.
    if (identity !== known.identity) throw new OtherStoreError(base.label)
    if (timelineThen !== null) {
      if (known.timeline !== undefined && String(timelineThen) < known.timeline)
        throw new ReplacedServerError(base.label)
      known.timeline = String(timelineThen)
    }
    if (Number(oldest) > migrations.length) throw upgradedMeanwhile(`in the database ${base.label}`)
    try {
      const { command } = await connection.send('commit')
      if (command !== 'COMMIT') throw new Error('the database did not keep a transaction, and did not say why')
    } catch (error) {
      if (!(error instanceof LostError)) throw error
      if (transaction === null) throw new UnknownCommitError('the database cannot say how it ended', { cause: error })
      if (!(await wasKept(String(transaction), timelineThen, error))) throw error
    }
  }

  const start = (abilities: Abilities) => {
    begun = failures.watch(
      connection
        .begin(
          'isolation level serializable',
          `${writersLock(abilities)}; savepoint work; ${whichTransaction(abilities)}`,
        )
        .then(hearTime),
    )
    return begun
  }

  // Uses the time as soon as it arrives: at the commit it would be as old as the work took, and set the clock back. DECISIONS 209
  const hearTime = (answer: { rows: Record<string, unknown>[] }) => {
    const [{ identity, time } = {}] = answer.rows
    if (identity === known.identity) known.setTime(Number(time))
    return answer
  }

  // Starts the first transaction with all abilities or, if that fails, with those that the engine has; returns them. Awaits the answer:
  // an engine that cannot parse the message has begun no transaction, and would commit each statement after it at once.
  const startFirst = async (): Promise<Abilities> => {
    try {
      await start(allAbilities)
      return allAbilities
    } catch (error) {
      if (isEnd(error)) throw error
      await common.rollback()
      const found = await findAbilities(connection).catch(() => allAbilities)
      if (hasAll(found)) throw error
      await start(found)
      return found
    }
  }

  // The server knows how every transaction ended, once it is over. After a standby has taken over, the same number may mean another
  // transaction, because the original may have been lost with the old server. DECISIONS 142
  const wasKept = async (transaction: string, timelineThen: unknown, lost: LostError): Promise<boolean> => {
    const deadline = performance.now() + timeoutMs
    for (;;) {
      try {
        await connection.connect()
        await connection.begin('', writersLock(known.abilities ?? allAbilities))
        const { rows } = await connection.send(
          `select pg_xact_status('${transaction}') as status, ${timeline} as timeline, ${durable}`,
        )
        const { status, timeline: present } = rows[0] ?? {}
        if (present !== timelineThen) throw new UnknownCommitError('a standby has taken over', { cause: lost })
        if (status === 'committed') {
          await awaitStandbys()
          return true
        }
        if (status === 'aborted') return false
        throw new UnknownCommitError(`the transaction is ${String(status)}`, { cause: lost })
      } catch (error) {
        if (error instanceof UnknownCommitError) throw error
        if (isLacking(error)) throw new UnknownCommitError('the database cannot say how it ended', { cause: lost })
        if (error instanceof AbandonedError || performance.now() > deadline)
          throw new UnknownCommitError('the database could not be asked', { cause: lost })
      } finally {
        await common.rollback()
      }
      await sleep(100)
    }
  }

  // The transaction may be kept here although the standbys for which its commit had to wait have not received it. A later commit of a
  // row waits for all before it. DECISIONS 381
  const awaitStandbys = async (): Promise<void> => {
    const { command } = await connection.send('update testctl_store set version = version; commit')
    if (command !== 'COMMIT') throw new Error('the database did not commit, and did not say why')
  }

  return {
    ...common,
    kinds: ['write'],
    // With more than 64 subtransactions, the reads of all others become slow.
    capacity: 60,
    begin: async () => {
      await connection.connect()
      if (known.abilities) void start(known.abilities)
      else known.abilities = await startFirst()
      isMarked = true
    },
    savepoint: () => {
      if (!isMarked) failures.watch(connection.send('release work; savepoint work'))
      isMarked = false
    },
    release: () => failures.check(),
    rollbackTo: async (_kind, error) => {
      await begun
      endAfter(error)
      await connection.send('rollback to work')
      failures.clear()
    },
    commit,
  }
}

// Makes the commit wait for the disk, whatever the setting of the database.
const durable =
  "case current_setting('synchronous_commit', true) when 'off' then set_config('synchronous_commit', 'on', true) end"
const whichTransaction = (abilities: Abilities): string =>
  `select oldest, identity, ${commitMark(abilities)}, ${timeThere}, ${durable} from about`
