import { expect, test } from 'vitest'
import { explainSqliteError, isBusy } from '../../../src/store/sqlite/errors.ts'

const failWith = (errcode: number) =>
  Object.assign(new Error('locking protocol'), { code: 'ERR_SQLITE_ERROR', errcode })

test.each([5, 15])('a store that others do not let in (%i) is told as locked, and asked again', (errcode) => {
  const error = failWith(errcode)
  expect(isBusy(error)).toBe(true)
  expect(explainSqliteError(error, { label: 'team.db', path: '/nowhere/team.db' })).toMatchObject({
    name: 'UnavailableError',
    status: 503,
    message: 'the store team.db is locked by another process',
  })
})
