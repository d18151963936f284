import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { InterfaceError, RejectedError } from '../../src/errors.ts'
import { readAll, type Row, rowsUpTo, serving } from './pages.ts'

test('every row comes once and in order, whatever the pages', () =>
  fc.assert(
    fc.asyncProperty(
      fc.nat(60),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 20 }),
      async (count, size, most) => {
        const { read } = serving(() => rowsUpTo(count), most)
        const { ids, total, changed } = await readAll(read, { pageSize: size })
        expect(ids).toEqual(rowsUpTo(count).map(({ id }) => id))
        expect([total, changed]).toEqual([count, false])
      },
    ),
  ))

test('a limit and an offset cut the list, and no more is asked for than is shown', async () => {
  const { read, asked } = serving(() => rowsUpTo(100))
  expect((await readAll(read, { offset: 10, limit: 25, pageSize: 20 })).ids).toEqual(
    rowsUpTo(100)
      .slice(10, 35)
      .map(({ id }) => id),
  )
  expect(asked).toEqual([
    { offset: 10, limit: 20 },
    { offset: 30, limit: 5 },
  ])
})

test.each([
  ['a refusal', () => Promise.reject(new RejectedError('no such offset'))],
  ['a repeated page', async () => ({ rows: rowsUpTo(25).slice(20), pagination: { limit: 10, offset: 25, total: 5 } })],
  [
    'the last page again',
    async () => ({ rows: rowsUpTo(25).slice(20), pagination: { limit: 10, offset: 20, total: 5 } }),
  ],
])('once a total has proved untrue, %s is the end of the list', async (_, end) => {
  const ids = await readAll(
    async ({ limit, offset }) => {
      if (offset >= 25) return end()
      const rows = rowsUpTo(25).slice(offset, offset + limit)
      return { rows, pagination: { limit, offset, total: rows.length } }
    },
    { pageSize: 10 },
  )
  expect(ids).toMatchObject({ ids: rowsUpTo(25).map(({ id }) => id), total: 25 })
})

test.each<
  [
    string,
    (page: { limit: number; offset: number }) => {
      rows: Row[]
      pagination: { limit: number; offset: number; total: number }
    },
  ]
>([
  ['ignores the offset', ({ limit }) => ({ rows: rowsUpTo(limit), pagination: { limit, offset: 0, total: 5000 } })],
  ['repeats its rows', ({ limit, offset }) => ({ rows: rowsUpTo(limit), pagination: { limit, offset, total: 5000 } })],
  ['gives empty pages for ever', ({ limit, offset }) => ({ rows: [], pagination: { limit, offset, total: 5000 } })],
  [
    'gives more rows for ever',
    ({ limit, offset }) => ({
      rows: Array.from({ length: limit }, (_, index) => ({ id: `row${offset + index}` })),
      pagination: { limit, offset, total: offset + 5000 },
    }),
  ],
])('a service that %s is noticed', async (_, answer) => {
  await expect(readAll(async (page) => answer(page), { pageSize: 1000 })).rejects.toThrow(InterfaceError)
})

test('no more rows are given than were asked for, even where the service gives more', async () => {
  const read = async ({ offset }: { offset: number }) => ({
    rows: rowsUpTo(45).slice(offset, offset + 20),
    pagination: { limit: 20, offset, total: 45 },
  })
  const ids = (from: number, to: number) =>
    rowsUpTo(45)
      .slice(from, to)
      .map(({ id }) => id)
  expect((await readAll(read, { limit: 12 })).ids).toEqual(ids(0, 12))
  expect((await readAll(read, { offset: 5, limit: 32, pageSize: 10 })).ids).toEqual(ids(5, 37))
})

test('the first rows, given for those from an offset, are noticed', async () => {
  const read = async ({ offset }: { offset: number }) => ({
    rows: rowsUpTo(25),
    pagination: { limit: 25, offset, total: 25 },
  })
  await expect(readAll(read, { offset: 5, limit: 12 })).rejects.toThrow('there are 25 rows and gives 25 from 5')
})

test('beyond the end of a list there is nothing, however far', async () => {
  const { read } = serving(() => rowsUpTo(3))
  expect(await readAll(read, { offset: 1_000_000 })).toEqual({ ids: [], total: 3, changed: false })
})

test.each<[string, (rows: number) => number, number]>([
  ['the rows of the page', (rows) => rows, 7],
  ['the rows of the page, which is full each time', (rows) => rows, 6],
  ['always 1', () => 1, 7],
])('a total that is %s loses no row', async (_, totalOf, count) => {
  const { read } = serving(() => rowsUpTo(count), 3)
  const other = async (page: { limit: number; offset: number }) => {
    const { rows, pagination } = await read(page)
    return { rows, pagination: { ...pagination, total: totalOf(rows.length) } }
  }
  const ids = rowsUpTo(count).map(({ id }) => id)
  expect(await readAll(other)).toEqual({ ids, total: count, changed: false })
  expect((await readAll(other, { limit: 5 })).ids).toEqual(ids.slice(0, 5))
})

test('a total that an empty page does not have costs one request, and is no change', async () => {
  const { read, asked } = serving(() => rowsUpTo(6), 3)
  const counting = async (page: { limit: number; offset: number }) => {
    const { rows, pagination } = await read(page)
    return { rows, pagination: { ...pagination, total: rows.length > 0 ? pagination.total : 0 } }
  }
  expect(await readAll(counting)).toEqual({ ids: rowsUpTo(6).map(({ id }) => id), total: 6, changed: false })
  expect(asked.map(({ offset }) => offset)).toEqual([0, 3, 6])
})

test('a service without pages, or one that refuses an offset at the end, gives its list', async () => {
  const ids = rowsUpTo(3).map(({ id }) => id)
  const pagination = { limit: 3, offset: 0, total: 3 }
  expect(await readAll(async () => ({ rows: rowsUpTo(3), pagination }))).toEqual({ ids, total: 3, changed: false })
  const refusing = async ({ offset }: { offset: number }) => {
    if (offset >= 3) throw new RejectedError('there is no such page')
    return { rows: rowsUpTo(3), pagination }
  }
  expect((await readAll(refusing)).ids).toEqual(ids)
})

test('a total that counts pages loses no row', async () => {
  for (const count of [5, 6, 7, 8, 12]) {
    const { read } = serving(() => rowsUpTo(count), 2)
    const counting = async (page: { limit: number; offset: number }) => {
      const { rows, pagination } = await read(page)
      return { rows, pagination: { ...pagination, total: Math.ceil(count / 2) } }
    }
    const ids = rowsUpTo(count).map(({ id }) => id)
    expect(await readAll(counting)).toEqual({ ids, total: count, changed: false })
  }
})

test('a total that is true costs no request, unless the last page is full', async () => {
  for (const [count, requests] of [
    [2, 1],
    [3, 2],
    [5, 2],
    [6, 3],
  ] as const) {
    const { read, asked } = serving(() => rowsUpTo(count), 3)
    expect((await readAll(read)).ids).toHaveLength(count)
    expect([count, asked.length]).toEqual([count, requests])
  }
})
