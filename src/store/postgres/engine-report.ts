import type { EngineReport } from '../engine.ts'
import { type Abilities, allAbilities, commitMark, writersLock } from './abilities.ts'
import type { PostgresConnection } from './connection.ts'
import { isLacking } from './errors.ts'

/**
 * Reports the engine of a database that holds a store: its name, and the promises that do not hold there. Changes nothing, and reads no
 * row of the store. DECISIONS 236
 */
export const examineEngine = async (connection: PostgresConnection): Promise<EngineReport> => {
  const { locksTables, knowsCommits } = await findAbilities(connection)
  const { rows } = await connection.send(whatItIs)
  const { version, fsync } = rows[0] ?? {}
  const caveats = [
    !knowsCommits && 'a commit without an answer stays unknown',
    !locksTables && 'servers that write at once do not queue: colliding writes are repeated, or answered with 503',
    fsync === 'off' && 'a power cut can lose answered writes (fsync is off)',
    (await hasLateStandby(connection)) &&
      'a failover can lose the last answered writes (a standby follows asynchronously)',
  ].filter((caveat) => caveat !== false)
  const name = String(version).replace(/( on | \(|,).*/s, '')
  return { name, caveats, summary: `${name}: ${caveats.join('; ') || 'every promise holds'}` }
}

const whatItIs = `select version() as version, current_setting('fsync', true) as fsync`

// Every role sees that there are standbys, but only their owner sees which of them are in step. A client of logical replication is no
// standby.
const lateStandby = `
  select exists (
    select from pg_stat_replication r
    where r.state is distinct from 'backup'
      and not exists (select from pg_replication_slots s where s.active_pid = r.pid and s.slot_type = 'logical')
  ) and (
    current_setting('synchronous_standby_names') = '' or current_setting('synchronous_commit') in ('local', 'remote_write')
  ) as late`

/** Whether there is a standby for which commits do not wait. False for an engine without these views, whose standbys are unknown. */
const hasLateStandby = async (connection: PostgresConnection): Promise<boolean> => {
  try {
    return (await connection.send(lateStandby)).rows[0]?.['late'] === true
  } catch {
    return false
  }
}

/**
 * Tries each ability of an engine, on a connection without a transaction, and changes nothing. The name of a function proves little,
 * because some engines have functions that only raise an error. Throws other errors, such as that of a standby.
 */
export const findAbilities = async (connection: PostgresConnection): Promise<Abilities> => ({
  locksTables: await works(connection, `${writersLock(allAbilities)} nowait`),
  knowsCommits: await works(
    connection,
    `select pg_xact_status(mark.transaction::xid8), mark.timeline from (select ${commitMark(allAbilities)}) as mark`,
  ),
})

const works = async (connection: PostgresConnection, sql: string): Promise<boolean> => {
  try {
    await connection.begin('', sql)
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code === taken) return true
    if (isLacking(error)) return false
    throw error
  } finally {
    await connection.send('rollback')
  }
}

// The error code if another session has the lock.
const taken = '55P03'
