import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe } from 'vitest'
import { once } from '../../../src/system/async/once.ts'
import { createDatabase, createSchema } from '../../helpers/postgres.ts'
import { type Engine, useEngine } from './current.ts'

// One for each worker: a schema in it is made much faster.
const database = once(createDatabase)
const schema = async () => createSchema((await database()).address)
const postgres: Engine = { name: 'PostgreSQL', own: schema, shared: schema }

/** Defines the tests of the service in a folder once more, on stores in a PostgreSQL. */
export const defineOnPostgres = (folder: string): void => {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.command.test.ts')))
    describe(name, async () => {
      beforeAll(() => useEngine(postgres))
      // A module of its own, beside the one of the tests on SQLite, which this worker may have loaded.
      await import(/* @vite-ignore */ `${join(folder, name)}?postgres`)
    })
}
