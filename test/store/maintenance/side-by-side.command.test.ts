import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { check } from '../../../src/store/maintenance/check.ts'
import { openStore } from '../../../src/store/index.ts'
import { migrations } from '../../../src/store/migrations.ts'
import { connectTo } from '../../../src/store/sqlite/connection.ts'
import { createSetting } from './setting.ts'

const folder = join(import.meta.dirname, 'fixtures')
// A testctl of version 1 does not maintain the page index of version 2. Like one of version 2, it refuses any newer store.
const fixtures = readdirSync(folder).filter((name) => name.endsWith('.sql') && name !== 'version-1.sql')

/** Reads the tables and columns that a released testctl knows, and the rows that it wrote. */
const readOld = (fixture: string) => {
  const old = connectTo({ label: ':memory:', path: ':memory:' })
  for (const statement of readFileSync(join(folder, fixture), 'utf8').split(/;\n/))
    if (statement.trim() !== '') old.query(statement)
  const names = old.query("select name from sqlite_schema where type = 'table' order by rowid").rows
  const tables = names.map((row) => {
    const { name } = row as { name: string }
    const rows = old.query(`select * from ${name}`).rows as Record<string, unknown>[]
    const columns = old.query(`select name from pragma_table_info('${name}')`).rows as { name: string }[]
    return { name, rows, columns: columns.map((column) => column.name) }
  })
  old.close()
  return tables
}

/** Whether a migration step locks out a testctl of an earlier version. DECISIONS 210 */
const endsSupport = (step: readonly string[]): boolean =>
  step.some((statement) => statement.startsWith('update about set oldest = '))

describe.each(fixtures)('beside the newest testctl, one of %s', (fixture) => {
  test('writes, changes, reads and deletes its rows as before, or is kept from it by the store', async () => {
    const setting = await createSetting()
    const path = join(setting.folder, 'team.db')
    await (await openStore(`file:${path}`)).close()
    const connection = connectTo({ label: path, path })
    onTestFinished(() => connection.close())
    const version = Number(/\d+/.exec(fixture)![0])
    if (migrations.slice(version).some(endsSupport)) {
      const [about] = connection.query('select oldest from about').rows as { oldest: number }[]
      return expect(about!.oldest).toBeGreaterThan(version)
    }

    const tables = readOld(fixture)
    for (const { name, columns, rows } of tables)
      for (const row of rows)
        connection.query(
          `insert into ${name} (${columns.join()}) values (${columns.map(() => '?').join()})`,
          columns.map((column) => row[column]),
        )
    expect((await check(`file:${path}`, setting)).findings).toEqual([])
    for (const { name, columns, rows } of tables) {
      connection.query(`update ${name} set ${columns.map((column) => `${column} = ${column}`).join()}`)
      expect(connection.query(`select ${columns.join()} from ${name}`).rows).toEqual(rows)
    }
    connection.query('delete from projects')
    expect(
      connection.query('select (select count(*) from tests) + (select count(*) from comments) as rest').rows,
    ).toEqual([{ rest: 0 }])
  })
})

test('a step that does not only add says which testctl may go on beside it', () => {
  const adds = /^(create (table|index|unique index) |alter table \w+ add column |insert into (\w+) )/
  for (const [at, step] of migrations.entries()) {
    const version = at + 1
    if (endsSupport(step)) continue
    const created = step.flatMap((statement) => /^create table (\w+)/.exec(statement)?.[1] ?? [])
    for (const statement of step) {
      const [, , , filled] = adds.exec(statement) ?? expect.fail(`version ${version} does not only add: ${statement}`)
      if (filled) expect(created).toContain(filled)
      // A testctl that does not know the column leaves it out of its inserts.
      if (/ add column .* not null/.test(statement)) expect(statement).toMatch(/ default /)
    }
  }
})
