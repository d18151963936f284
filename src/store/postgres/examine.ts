import type { EngineReport } from '../engine.ts'
import { migrations } from '../migrations.ts'
import { type PostgresDatabase, parsePostgresAddress } from './address.ts'
import { createConnection, type PostgresConnection } from './connection.ts'
import { examineEngine } from './engine-report.ts'
import { explainPostgresError, explainPostgresOpening, isLacking, refusalOf } from './errors.ts'
import { createKnownStore } from './known-store.ts'
import { readPostgresVersion } from './prepare.ts'
import { answerLimit, hangUpAfter, type Interruption, loadDriver } from './session.ts'

/** Connects to a database for some work; creates or upgrades no store there. Times are in milliseconds; an answer may take `answerMs`. */
export const withDatabase = async <T>(
  base: PostgresDatabase,
  { timeoutMs, answerMs = answerLimit, ...ends }: Interruption & { timeoutMs: number; answerMs?: number },
  work: (connection: PostgresConnection) => Promise<T>,
): Promise<T> => {
  const connection = createConnection(await loadDriver(), base, { timeoutMs, answerMs, known: createKnownStore() })
  hangUpAfter(ends, connection.hangUp)
  try {
    await connection.connect()
    return await work(connection)
  } catch (error) {
    if (ends.stop?.aborted) throw ends.stop.reason
    throw explainPostgresOpening(error, base)
  } finally {
    await connection.close()
  }
}

/**
 * Returns the name of the database at an address, the version of its store (0 if there is none), and a report on its engine. Throws the
 * error with which the database would refuse to write.
 */
export const examineDatabase = (
  address: string,
  timeoutMs: number,
): Promise<{ label: string; version: number; engine?: EngineReport }> => {
  const base = parsePostgresAddress(address)
  return withDatabase(base, { timeoutMs }, async (connection) => {
    const version = await readPostgresVersion(connection, base)
    const refusal = await findRefusal(connection, version)
    if (refusal) throw explainPostgresError(refusal, base)
    // There is no table yet to lock.
    if (version === 0) return { label: base.label, version }
    return { label: base.label, version, engine: await examineEngine(connection) }
  })
}

/**
 * Returns the error with which the database would refuse to write, or to create or upgrade the store. Returns undefined if it would
 * refuse nothing, or its engine cannot be asked.
 */
const findRefusal = async (connection: PostgresConnection, version: number): Promise<Error | undefined> => {
  try {
    const [found] = (await connection.begin('', whatIsRefused)).rows
    if (found?.['closed'] === true) return refusalOf()
    if (found?.['barred'] && version < migrations.length) return refusalOf(`schema ${String(found['barred'])}`)
    return found?.['forbidden'] ? refusalOf(`table ${String(found['forbidden'])}`) : undefined
  } catch (error) {
    if (!isLacking(error)) throw error
    return undefined
  } finally {
    await connection.send('rollback')
  }
}

const names = migrations.flat().flatMap((sql) => /^create table (\w+)/.exec(sql)?.[1] ?? [])

// On the tables that mark a store, this checks only the right to lock `testctl_store`. Rights in the schema matter only if tables are
// missing. DECISIONS 440, 451
const whatIsRefused = `
  select current_setting('transaction_read_only', true) = 'on' as closed,
  case when not has_schema_privilege(current_schema(), 'create') then current_schema() end as barred, (
    select min(c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and (
      c.relname = 'testctl_store' and not has_table_privilege(c.oid, 'update')
      or c.relname in (${names.filter((name) => name !== 'about').map((name) => `'${name}'`)}) and not (
        has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
        and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete')
      )
    )
  ) as forbidden`
