import { expect, test } from 'vitest'
import { readNewestFirst } from '../../src/contract/newest-first.ts'

type Row = { id: string; displayId: number }

/** Creates a list of `count` rows, oldest first, that returns at most `most` rows a page. `asked` has its requests. */
const listOf = (count: number, { most = 1000, newestFirst = false, countsPage = false, countsPages = false } = {}) => {
  const rows: Row[] = Array.from({ length: count }, (_, at) => ({ id: `id${at + 1}`, displayId: at + 1 }))
  if (newestFirst) rows.reverse()
  const asked: string[] = []
  const read = async ({ offset, limit }: { offset: number; limit: number }) => {
    asked.push(`${offset}+${limit}`)
    const lowered = Math.min(limit, most)
    const page = rows.slice(offset, offset + lowered)
    const total = countsPages ? Math.ceil(rows.length / lowered) : countsPage ? page.length : rows.length
    return { rows: page, pagination: { limit: lowered, offset, total } }
  }
  return { rows, read, asked }
}

const numbersOf = async (rows: AsyncIterable<Row>): Promise<number[]> => {
  const numbers: number[] = []
  for await (const { displayId } of rows) numbers.push(displayId)
  return numbers
}

/** Returns a `read` of a list that calls `change` after so many requests. */
const after =
  (requests: number, { read, asked }: Pick<ReturnType<typeof listOf>, 'read' | 'asked'>, change: () => void) =>
  async (page: { offset: number; limit: number }) => {
    const answer = await read(page)
    if (asked.length === requests) change()
    return answer
  }

test.each([
  [3, {}, [3, 2, 1], ['0+1000']],
  [0, {}, [], ['0+1000']],
  [5, { limit: 2 }, [5, 4], ['0+2', '3+3']],
  [5, { limit: 2, offset: 1 }, [4, 3], ['0+3', '2+2']],
  [5, { limit: 10 }, [5, 4, 3, 2, 1], ['0+10']],
  [5, { offset: 9 }, [], ['0+1000']],
  [7, { pageSize: 3 }, [7, 6, 5, 4, 3, 2, 1], ['0+3', '4+3', '7+1', '1+3']],
] as const)('of %j rows, %j gives %j with %j', async (count, range, expected, asked) => {
  const list = listOf(count)
  expect(await numbersOf(readNewestFirst(list.read, range).rows)).toEqual(expected)
  expect(list.asked).toEqual(asked)
})

test('where the total counts the rows of its page, the newest come all the same', async () => {
  const list = listOf(5, { countsPage: true })
  const listing = readNewestFirst(list.read, { limit: 2 })
  expect(await numbersOf(listing.rows)).toEqual([5, 4])
  expect(listing.total()).toBe(5)
  expect(await numbersOf(readNewestFirst(list.read, { limit: 2, offset: 1 }).rows)).toEqual([4, 3])
  expect(await numbersOf(readNewestFirst(listOf(2).read, { limit: 2 }).rows)).toEqual([2, 1])
})

test('where the total counts pages, the newest come all the same', async () => {
  const list = listOf(8, { most: 2, countsPages: true })
  const listing = readNewestFirst(list.read, { limit: 3 })
  expect(await numbersOf(listing.rows)).toEqual([8, 7, 6])
  expect(listing.total()).toBe(8)
})

test('pages that are shorter than asked for are read whole', async () => {
  const list = listOf(9, { most: 2 })
  expect(await numbersOf(readNewestFirst(list.read, { limit: 5 }).rows)).toEqual([9, 8, 7, 6, 5])
})

test('a service that gives the newest first is read as it is', async () => {
  const list = listOf(9, { newestFirst: true })
  expect(await numbersOf(readNewestFirst(list.read, { limit: 3 }).rows)).toEqual([9, 8, 7])
})

test('a list that grows meanwhile is told, and no row comes twice', async () => {
  const list = listOf(6)
  const listing = readNewestFirst(list.read, { pageSize: 2 })
  const seen: number[] = []
  for await (const { displayId } of listing.rows) {
    seen.push(displayId)
    if (displayId === 6) list.rows.push({ id: 'id7', displayId: 7 })
  }
  expect(seen).toEqual([6, 5, 4, 3, 2, 1])
  expect(listing.changed()).toBe(true)
})

test('a list that loses many rows meanwhile shows none twice', async () => {
  const list = listOf(12)
  const listing = readNewestFirst(list.read, { pageSize: 2 })
  const seen: number[] = []
  for await (const { displayId } of listing.rows) {
    seen.push(displayId)
    if (displayId === 9) list.rows.splice(0, 6)
  }
  expect(seen).toEqual([...new Set(seen)])
  expect(listing.changed()).toBe(true)
})

test.each([
  [{ limit: 2 }, [6, 5], ['0+2', '3+3']],
  [{ limit: 4, pageSize: 2 }, [6, 5, 4, 3], ['0+2', '3+2', '5+1', '2+1']],
  [{ pageSize: 3 }, [6, 5, 4, 3, 2, 1], ['0+3', '2+3', '5+1']],
] as const)('a row that comes in before the end is read costs no other: %j', async (range, expected, asked) => {
  const list = listOf(5)
  const listing = readNewestFirst(
    after(1, list, () => list.rows.push({ id: 'id6', displayId: 6 })),
    range,
  )
  expect([await numbersOf(listing.rows), listing.changed()]).toEqual([expected, true])
  expect(list.asked).toEqual(asked)
})

test.each([
  [{ limit: 2 }, [9, 8]],
  [{ limit: 4, pageSize: 2 }, [9, 8, 7, 6]],
  [{}, [9, 8, 7, 6, 5, 4, 3, 2, 1]],
])('a total that ends before the rows do is not believed: %j', async (range, expected) => {
  const list = listOf(9)
  const capped = async (page: { limit: number; offset: number }) => {
    const { rows, pagination } = await list.read(page)
    return { rows, pagination: { ...pagination, total: 7 } }
  }
  const listing = readNewestFirst(capped, range)
  expect([await numbersOf(listing.rows), listing.total(), listing.changed()]).toEqual([expected, 9, false])
})

test('a row that comes in two parts of the list has taken the place of another, and is told as a change', async () => {
  const list = listOf(6)
  const read = async (page: { limit: number; offset: number }) => {
    const { rows, pagination } = await list.read(page)
    return { rows: page.offset === 2 ? [rows[0]!, list.rows[5]!] : rows, pagination }
  }
  const listing = readNewestFirst(read, { pageSize: 2 })
  expect([await numbersOf(listing.rows), listing.changed()]).toEqual([[6, 5, 3, 2, 1], true])
})

test('a row that comes in while a list without a known end is read is told', async () => {
  const list = listOf(2)
  const listing = readNewestFirst(
    after(1, list, () => list.rows.push({ id: 'id3', displayId: 3 })),
    { limit: 2 },
  )
  expect([await numbersOf(listing.rows), listing.changed()]).toEqual([[3, 2], true])
})

test('a row that goes away before the end is looked at is told', async () => {
  const list = listOf(5)
  const listing = readNewestFirst(
    after(2, list, () => list.rows.shift()),
    { limit: 4, pageSize: 2 },
  )
  expect([await numbersOf(listing.rows), listing.changed()]).toEqual([[5, 4, 3], true])
  expect(list.asked.slice(0, 3)).toEqual(['0+2', '3+2', '5+1'])
})

test('none of the newest is missing where so many rows go away that the next page is empty', async () => {
  const list = listOf(9, { most: 4 })
  const listing = readNewestFirst(
    after(2, list, () => list.rows.splice(0, 3)),
    { limit: 6 },
  )
  expect([await numbersOf(listing.rows), listing.changed()]).toEqual([[9, 8, 7, 6, 5, 4], true])
})

test('a list that has as many rows in the end as before is told when it changed in between', async () => {
  const list = listOf(9, { most: 2 })
  const goes = after(2, list, () => list.rows.shift())
  const comes = after(3, { ...list, read: goes }, () => list.rows.push({ id: 'id10', displayId: 10 }))
  const listing = readNewestFirst(comes, { limit: 4, offset: 2 })
  await numbersOf(listing.rows)
  expect(listing.changed()).toBe(true)
})

test('a page before the end that has more rows than its total is refused', async () => {
  const list = listOf(5)
  const read = async (page: { limit: number; offset: number }) => {
    const { rows, pagination } = await list.read(page)
    return { rows, pagination: { ...pagination, total: page.offset === 3 ? 4 : 5 } }
  }
  const { rows } = readNewestFirst(read, { limit: 4, pageSize: 2 })
  await expect(numbersOf(rows)).rejects.toThrow('there are 4 rows and gives 2 from 3')
})
