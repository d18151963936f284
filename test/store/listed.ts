import { join } from 'node:path'
import { createGroupCommit } from '../../src/store/group-commit.ts'
import { connectTo } from '../../src/store/sqlite/connection.ts'
import { createSqliteLane } from '../../src/store/sqlite/transactions.ts'
import { prepareSqlite } from '../../src/store/sqlite/prepare.ts'

/** Opens a store in a folder that lists its SQL statements in the order in which they are sent. */
export const openListed = async (folder: string) => {
  const place = { label: 'team.db', path: join(folder, 'team.db') }
  const connection = connectTo(place)
  await prepareSqlite(connection, place, { limit: 100 })
  const sent: string[] = []
  const listed = {
    ...connection,
    query: (sql: string, parameters: readonly unknown[] = []) => {
      sent.push(sql)
      return connection.query(sql, parameters)
    },
    run: (...statements: string[]) => {
      sent.push(...statements)
      connection.run(...statements)
    },
  }
  const count = (sql: string) => sent.filter((one) => one === sql).length
  return {
    store: createGroupCommit([createSqliteLane(listed, { place, busyTimeout: { limit: 100 } })], place),
    sent,
    count,
  }
}
