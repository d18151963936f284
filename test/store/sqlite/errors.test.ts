import { expect, test } from 'vitest'
import { explainSqliteError, explainSqliteWork, isBusy } from '../../../src/store/sqlite/errors.ts'

const failWith = (errcode: number) => Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode })

const place = { label: 'team.db', path: '/nowhere/team.db' }

test.each([5, 15])('a store that others do not let in (%i) is told as locked, and asked again', (errcode) => {
  const error = failWith(errcode)
  expect(isBusy(error)).toBe(true)
  expect(explainSqliteError(error, place)).toMatchObject({
    name: 'UnavailableError',
    status: 503,
    message: 'the store team.db is locked by another process',
  })
})

test.each([
  [778, 503, 'could not be read or written'],
  [1034, 500, 'may or may not be stored'],
])(
  'a change that was not written (%i) is not done; one that was not flushed may be kept',
  (errcode, status, message) => {
    expect(explainSqliteWork(failWith(errcode), place)).toMatchObject({
      name: 'UnavailableError',
      status,
      message: expect.stringContaining(message),
    })
  },
)
