import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../../src/store/index.ts'
import { examined } from '../../doctor/examined.ts'
import { createDatabase } from '../../helpers/postgres.ts'
import { createWorld } from '../../helpers/world.ts'

/** Creates a database with a store that `user` owns. `look` returns what `doctor` reports about it to that user. */
const openOwned = async (user: string) => {
  const database = await createDatabase()
  await database.ask(`create role ${user} login password 'guest'`).catch(() => undefined)
  await database.ask(`grant create on schema public to ${user}`)
  const address = database.address.replace('owner:secret', `${user}:guest`)
  await (await openStore(address)).close()
  const world = await createWorld({ TESTCTL_STORE: address })
  onTestFinished(world.remove)
  const look = async () => {
    const { checks, exitCode } = await examined(world)
    return { ...checks['database'], exitCode }
  }
  return { database, look }
}

test('doctor fails for a database in which nothing can be written', async () => {
  const { database, look } = await openOwned('reader')
  expect(await look()).toMatchObject({ exitCode: 0 })
  await database.ask(`alter database ${database.name} set default_transaction_read_only = on`)
  expect(await look()).toMatchObject({
    exitCode: 6,
    status: 'failed',
    message: expect.stringMatching(/ can be read but not written$/),
    hint: 'is it a standby, or set to read only?',
  })
})

test.for([
  ['cases', 'insert'],
  ['cases', 'delete'],
  ['keys', 'select'],
  ['run_spans', 'update'],
  ['testctl_store', 'update, delete, truncate'],
])('doctor fails for a database that does not let testctl do this with %s: %s', async ([table, right]) => {
  const { database, look } = await openOwned('former_owner')
  await database.ask(`alter table ${table} owner to owner`)
  await database.ask(`grant all on ${table} to former_owner`)
  expect(await look()).toMatchObject({ exitCode: 0 })
  await database.ask(`revoke ${right} on ${table} from former_owner`)
  expect(await look()).toMatchObject({
    exitCode: 6,
    status: 'failed',
    message: expect.stringMatching(new RegExp(` does not allow that: permission denied for table ${table}$`)),
    hint: 'as their owner: grant select, insert, update, delete on all tables in schema public to former_owner',
  })
})

test('doctor fails for an empty database in which no store can be made', async () => {
  const database = await createDatabase()
  await database.ask(`create role newcomer login password 'guest'`).catch(() => undefined)
  const world = await createWorld({ TESTCTL_STORE: database.address.replace('owner:secret', 'newcomer:guest') })
  onTestFinished(world.remove)
  const look = async () => {
    const { checks, exitCode } = await examined(world)
    return { ...checks['database'], exitCode }
  }
  expect(await look()).toMatchObject({
    exitCode: 6,
    status: 'failed',
    message: expect.stringMatching(/ does not allow that: permission denied for schema public$/) as string,
    hint: 'as its owner: grant usage, create on schema public to newcomer',
  })
  await database.ask('grant create on schema public to newcomer')
  expect(await look()).toMatchObject({ exitCode: 0, message: expect.stringContaining(' is empty; ') as string })
  await database.ask(`alter database ${database.name} set default_transaction_read_only = on`)
  expect(await look()).toMatchObject({ exitCode: 6, hint: 'is it a standby, or set to read only?' })
})
