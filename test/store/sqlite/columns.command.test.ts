import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connectTo } from '../../../src/store/sqlite/connection.ts'

test('a statement that ends with * names every value right, also after another process has added a column', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'testctl-columns-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const open = () => {
    const connection = connectTo({ label: 'team.db', path: join(folder, 'team.db') })
    onTestFinished(connection.close)
    return connection
  }
  const [here, there] = [open(), open()]
  here.query('create table keys (name text)')
  here.query(`insert into keys values ('ci')`)
  const read = () => here.query(`select 'owner' as role, keys.* from keys`).rows
  // The first time, the driver names the columns of a statement; from the second time on, testctl does.
  expect([read(), read()]).toEqual([[{ name: 'ci', role: 'owner' }], [{ name: 'ci', role: 'owner' }]])
  there.query(`alter table keys add column note text default 'new'`)
  expect(read()).toMatchObject([{ name: 'ci', role: 'owner' }])
})
