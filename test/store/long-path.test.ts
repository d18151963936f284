import { posix, win32 } from 'node:path'
import { expect, test } from 'vitest'
import { sqliteName } from '../../src/store/sqlite/long-path.ts'

const deep = 'x'.repeat(250)

test('SQLite opens a path that is long on Windows by its long form, and any other as it is', () => {
  expect(sqliteName(`C:/${deep}/team.db`, win32)).toBe(`\\\\?\\C:\\${deep}\\team.db`)
  expect(sqliteName(`\\\\server\\share\\${deep}\\team.db`, win32)).toBe(`\\\\?\\UNC\\server\\share\\${deep}\\team.db`)
  expect(sqliteName('C:\\stores\\team.db', win32)).toBe('C:\\stores\\team.db')
  expect(sqliteName(':memory:', win32)).toBe(':memory:')
  expect(sqliteName(`/${deep}/team.db`, posix)).toBe(`/${deep}/team.db`)
})
