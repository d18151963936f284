import { expect, onTestFinished, test } from 'vitest'
import { connectTo } from '../../../src/store/sqlite/connection.ts'
import { findSqlite } from '../../../src/store/sqlite/find-sqlite.ts'

/** Opens a database in memory that notes the statements prepared in it. */
const openNoted = () => {
  const prepared: string[] = []
  const sqlite = findSqlite()
  const connection = connectTo(
    { label: ':memory:', path: ':memory:' },
    {
      ...sqlite,
      open: (path) => {
        const database = sqlite.open(path)
        return {
          prepare: (sql) => {
            prepared.push(sql)
            return database.prepare(sql)
          },
          exec: (sql) => database.exec(sql),
          close: () => database.close(),
          isTransaction: false,
        }
      },
    },
  )
  onTestFinished(connection.close)
  return { connection, prepared }
}

const rows = (count: number, from: number): number[] => Array.from({ length: count }, (_, at) => from + at)

test('page after page of a copy is one statement, whose memory is taken once', () => {
  const { connection, prepared } = openNoted()
  connection.run('create table tests (number integer)')
  const insert = (count: number, from: number) =>
    connection.query(`insert into tests values ${Array(count).fill('(?)').join(',')}`, rows(count, from))
  for (let page = 0; page < 10; page++) expect(insert(2000, page * 2000).changes).toBe(2000)
  expect(insert(1500, 20_000).changes).toBe(1500)
  expect(prepared.filter((sql) => sql.startsWith('insert'))).toHaveLength(2)
  expect(connection.query('select count(distinct number) as all_of_them from tests').rows).toEqual([
    { all_of_them: 21_500 },
  ])
})
