import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, onTestFinished } from 'vitest'
import { once } from '../../../src/system/async/once.ts'
import { connect, createDatabase, createSchema, emptyStore, type Schema } from '../../helpers/postgres.ts'
import { useEngine } from './current.ts'

// One for each worker: a schema in it is made much faster, and emptied faster still.
const database = once(createDatabase)
const empty: Schema[] = []

/** The address of an empty store, which `client` empties again when the test is over and has closed it. */
const storeFor = async (client: Awaited<ReturnType<typeof connect>>): Promise<string> => {
  const schema = empty.pop() ?? (await createSchema((await database()).address))
  onTestFinished(async () => {
    await emptyStore(client, schema)
    empty.push(schema)
  })
  return schema.address
}

/** Defines the tests of the service in a folder once more, on stores in a PostgreSQL. */
export const defineOnPostgres = (folder: string): void => {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.command.test.ts')))
    describe(name, async () => {
      beforeAll(async () => {
        const client = await connect((await database()).address)
        const store = () => storeFor(client)
        const back = useEngine({ name: 'PostgreSQL', own: store, shared: store })
        return async () => {
          back()
          await client.end()
        }
      })
      // A module of its own, beside the one of the tests on SQLite, which this worker may have loaded.
      await import(/* @vite-ignore */ `${join(folder, name)}?postgres`)
    })
}
