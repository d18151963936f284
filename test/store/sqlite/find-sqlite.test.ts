import { expect, test } from 'vitest'
import type { Database, drivers } from '../../../src/store/sqlite/drivers.ts'
import { explainMissing } from '../../../src/store/sqlite/missing.ts'
import { lookForSqlite } from '../../../src/store/sqlite/find-sqlite.ts'
import { type UnusableDriver } from '../../../src/store/sqlite/drivers.ts'

const having = (version: string): (typeof drivers)[string] => {
  const database = { prepare: () => ({ all: () => [{ version }] }), close: () => undefined } as unknown as Database
  return () => ({
    DatabaseSync: function () {
      return database
    } as unknown as new (path: string) => Database,
  })
}
const failing = (message: string) => () => {
  throw new Error(message)
}
const found = (candidates: typeof drivers) => {
  const result = lookForSqlite(candidates)
  return 'sqlite' in result ? `${result.sqlite.driver} ${result.sqlite.version}` : undefined
}

test('the SQLite of the runtime is taken where it can be trusted, else the one that comes along', () => {
  expect(found({ own: having('3.51.3'), other: having('3.53.4') })).toBe('own 3.51.3')
  expect(found({ own: having('4.0.0'), other: having('3.53.4') })).toBe('own 4.0.0')
  expect(found({ own: having('3.51.2'), other: having('3.53.4') })).toBe('other 3.53.4')
  expect(found({ own: () => undefined, other: having('3.53.4') })).toBe('other 3.53.4')
  expect(found({ own: having('3.50.4'), other: having('3.9.9') })).toBeUndefined()
})

const label = (refused: UnusableDriver[]) => explainMissing(refused, { node: '22.22.0', machine: 'freebsd-x64' })

test('where there is none, each is named with what is wrong with it, and one thing helps', () => {
  const result = lookForSqlite({
    'node:sqlite': having('3.50.4'),
    '@photostructure/sqlite': failing("Cannot find module './sqlite/freebsd-x64-glibc.node'\nRequire stack:\n- x"),
  })
  expect(label('refused' in result ? [...result.refused] : [])).toEqual({
    message:
      "Node.js 22.22.0 has 3.50.4, and the one of testctl does not load on freebsd-x64 (Cannot find module './sqlite/freebsd-x64-glibc.node')",
    hint: 'use Node.js 24.15 or later, which has one',
  })
  expect(label([{ driver: 'node:sqlite', error: new Error('it is not there') }]).message).toBe(
    'Node.js 22.22.0 has none',
  )
})
