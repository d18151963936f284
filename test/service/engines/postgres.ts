import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest'
import { once } from '../../../src/system/async/once.ts'
import { openStore, type Store } from '../../../src/store/index.ts'
import { connect, createDatabase, createSchema, emptyStore, type Schema } from '../../helpers/postgres.ts'
import { useEngine } from './current.ts'
import { lend } from './lent.ts'

// One database for each worker: creating a schema in it is much faster, and emptying a schema even more so.
const database = once(createDatabase)

/** An empty store with its open connections: opening a store takes forty times as long as emptying it. */
type Place = { schema: Schema; stores: Store[] }
const free: Place[] = []

/** Lends a store that is opened `times` times. After the test, `client` empties it. */
const lendStore = async (client: Awaited<ReturnType<typeof connect>>, times: number): Promise<Store[]> => {
  const place = free.pop() ?? { schema: await createSchema((await database()).address), stores: [] }
  while (place.stores.length < times) place.stores.push(await openStore(place.schema.address))
  const lent = place.stores.map(lend)
  onTestFinished(async () => {
    place.stores = (await Promise.all(lent.map(({ takeBack }) => takeBack()))).flat()
    await emptyStore(client, place.schema)
    free.push(place)
  })
  return lent.slice(0, times).map(({ store }) => store)
}

/** Defines the service tests of a folder again, on stores in PostgreSQL. */
export const defineOnPostgres = (folder: string): void => {
  let client: Awaited<ReturnType<typeof connect>>
  beforeAll(async () => {
    client = await connect((await database()).address)
  })
  afterAll(async () => {
    for (const { stores } of free) await Promise.all(stores.splice(0).map((store) => store.close()))
    await client.end()
  })
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.command.test.ts')))
    describe(name, async () => {
      beforeAll(() => useEngine({ name: 'PostgreSQL', open: (times) => lendStore(client, times) }))
      // The query makes it a separate module: this worker may have loaded the one for SQLite.
      await import(/* @vite-ignore */ `${join(folder, name)}?postgres`)
    })
}
