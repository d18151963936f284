import type { TestProject } from 'vitest/node'
import { startPooler } from './pooler.ts'
import { missing } from './programs.ts'
import { startPostgres } from './postgres.setup.ts'

/** Starts a PostgreSQL and a PgBouncer in front of it. The tests only get the address of PgBouncer. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  if (missing(['pgbouncer']).length > 0)
    throw new Error('all of this lane is behind a pooler: apt-get install pgbouncer')
  const server = await startPostgres()
  const pooler = await startPooler(server.address, ['default_pool_size = 6', 'max_client_conn = 1000'])
  provide('postgres', pooler.address.replace(/\/$/, ''))
  return async () => {
    await pooler.remove()
    await server.remove()
  }
}
