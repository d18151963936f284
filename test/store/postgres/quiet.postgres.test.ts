import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createStore } from '../../helpers/postgres.ts'
import { insertProject } from '../rows.ts'
import { open } from './opened.ts'

/** Returns the seconds to the next TCP keepalive probe of the connection with this local port; undefined if none is planned. */
const nextProbe = (port: number): number | undefined => {
  const mine = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n')
  const [, , , , , timer = ''] =
    lines
      .find((line) => line.trim().split(/\s+/)[1]?.endsWith(mine))
      ?.trim()
      .split(/\s+/) ?? []
  const [kind, ticks = ''] = timer.split(':')
  return kind === '02' ? Number.parseInt(ticks, 16) / 100 : undefined
}

test.skipIf(process.platform !== 'linux')(
  'a quiet connection is kept in the memory of what stands between',
  async () => {
    const database = await createStore()
    await insertProject(await open(database.address), 'WEB')
    const rows = (await database.ask(
      `select client_port from pg_stat_activity where datname = '${database.name}' and application_name = 'testctl'`,
    )) as { client_port: number }[]
    expect(rows.length).toBeGreaterThan(0)
    for (const { client_port } of rows) {
      await expect.poll(() => nextProbe(client_port)).toBeDefined()
      expect(nextProbe(client_port)).toBeLessThanOrEqual(60)
    }
  },
)
