import { expect, test } from 'vitest'
import { readPages, readWhole } from '../../src/contract/pagination.ts'
import { InterfaceError } from '../../src/errors.ts'
import { readAll, rowsUpTo, serving } from './pages.ts'

// A service whose lists have no fixed order: pages may repeat some rows, and other rows are on no page. DECISIONS 429

/** Creates a list of `total` rows, whose pages have the rows that `give` returns. */
const giving = (total: number, give: (offset: number, request: number) => readonly number[], limit = 3) => {
  let requests = 0
  const read = async ({ offset }: { offset: number }) => ({
    rows: give(offset, ++requests).map((at) => ({ id: `row${at}` })),
    pagination: { limit, offset, total },
  })
  return { read, requests: () => requests }
}

const pages =
  (...all: readonly (readonly number[])[]) =>
  (offset: number) =>
    all[offset / 3] ?? []

test.each<[string, (offset: number) => readonly number[]]>([
  ['across pages', pages([0, 1, 2], [2, 4, 5], [6])],
  ['inside a page', pages([0, 1, 0], [4, 4, 5], [6])],
])('a list that repeats rows %s, and leaves others out each time, is an error', async (_, give) => {
  const { read } = giving(7, give)
  await expect(readAll(read)).rejects.toThrow(InterfaceError)
  await expect(readAll(read)).rejects.toThrow(/repeats rows and leaves others out: of 7 rows, [56] came/)
  await expect(readWhole(read, ({ id }) => id)).rejects.toThrow(InterfaceError)
})

test('rows that are missing the first time are read, and none comes twice', async () => {
  const right = pages([0, 1, 2], [3, 4, 5], [6])
  const { read, requests } = giving(7, (offset, request) => (request === 2 ? [2, 4, 5] : right(offset)))
  const { ids, changed } = await readAll(read)
  expect(ids.toSorted()).toEqual(rowsUpTo(7).map(({ id }) => id))
  expect([changed, requests()]).toEqual([false, 6])
})

test('a part of a list has as many different rows as were asked for', async () => {
  const { read } = giving(7, pages([0, 1, 1], [2, 4, 5], [6]))
  expect((await readAll(read, { limit: 2 })).ids).toEqual(['row0', 'row1'])
  await expect(readAll(read, { limit: 3 })).rejects.toThrow('of 3 rows, 2 came')
})

test('a list that changes while it is read for what is missing is told as such', async () => {
  const right = pages([0, 1, 2], [3, 4, 5])
  let requests = 0
  const changed = await readAll(async ({ offset }) => {
    const total = ++requests > 2 ? 5 : 6
    const rows = requests === 2 ? [2, 4, 5] : right(offset).filter((at) => at < total)
    return { rows: rows.map((at) => ({ id: `row${at}` })), pagination: { limit: 3, offset, total } }
  })
  expect(changed.changed).toBe(true)
})

test('rows that the service hides after it has cut its pages are not looked for', async () => {
  let requests = 0
  const read = async ({ offset, limit }: { offset: number; limit: number }) => {
    requests++
    const most = Math.min(limit, 50)
    const rows = rowsUpTo(100).slice(offset, offset + most)
    return { rows: rows.filter((_, at) => (offset + at) % 40 !== 3), pagination: { limit: most, offset, total: 100 } }
  }
  const { ids, changed } = await readAll(read)
  expect([new Set(ids).size, ids.length, changed, requests]).toEqual([97, 97, false, 3])
})

test('a list of which rows were forgotten is not read again for those that are missing', async () => {
  const all = rowsUpTo(100_010)
  const { read, asked } = serving(() => all, 50_005)
  const repeating = async (page: { limit: number; offset: number }) => {
    const { rows, pagination } = await read(page)
    // Repeats the first row of the second page in place of its last row.
    return { rows: page.offset === 50_005 ? [rows[0]!, ...rows.slice(0, -1)] : rows, pagination }
  }
  const listing = readPages(repeating, { pageSize: 50_005 })
  let given = 0
  const readIt = async () => {
    for await (const page of listing.pages) given += page.length
  }
  await expect(readIt()).rejects.toThrow('of 100010 rows, 100009 came')
  expect(given).toBe(100_009)
  expect(asked.map(({ offset }) => offset)).toEqual([0, 50_005, 100_010])
})
