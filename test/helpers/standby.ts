import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { layCable } from '../store/postgres/cable.ts'
import { listening, startPostgres } from './postgres.setup.ts'

type Started = Awaited<ReturnType<typeof startPostgres>>

/** Starts a server and its standby, which end with the test. `isSync`: a commit waits until the standby has it as well. */
export const startPair = async ({ isSync, settings }: { isSync: boolean; settings?: readonly string[] }) => {
  const first = await startPostgres()
  onTestFinished(first.remove)
  const { standby, link } = await addStandby(first, settings)
  if (isSync) await ask(first.address, `alter system set synchronous_standby_names = '*'`)
  await ask(first.address, 'select pg_reload_conf()')
  const state = isSync ? 'sync' : 'async'
  while (!(await ask(first.address, `select from pg_stat_replication where sync_state = '${state}'`))) await sleep(20)
  return { first, standby, link }
}

/** Adds a standby to a server, which is stopped meanwhile. The standby ends with the test. `link` is the cable between them. */
export const addStandby = async (first: Started, settings: readonly string[] = []) => {
  // The data folder can only be copied while no server runs in it.
  await first.stop()
  const link = await layCable(first.address)
  const { port } = new URL(link.address)
  const standby = await startPostgres({
    from: first.data,
    settings: [
      `primary_conninfo=host=127.0.0.1 port=${port} user=owner password=secret`,
      'wal_retrieve_retry_interval=100ms',
      ...settings,
    ],
  })
  onTestFinished(standby.remove)
  onTestFinished(link.remove)
  // `start` waits for a line of the log that a standby never writes.
  const isStandby = existsSync(join(first.data, 'standby.signal'))
  await Promise.race([first.start(), ...(isStandby ? [listening(first.port)] : [])])
  return { standby, link }
}

/** Sends a statement, and returns how many rows came back. */
export const ask = async (address: string, sql: string): Promise<number> => {
  const client = new pg.Client(`${address}/postgres`)
  await client.connect()
  try {
    return (await client.query(sql)).rowCount ?? 0
  } finally {
    await client.end()
  }
}
