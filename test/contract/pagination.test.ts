import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { InterfaceError } from '../../src/errors.ts'
import { type Range, readPages } from '../../src/contract/pagination.ts'

type Row = { id: string }
const rowsUpTo = (count: number): Row[] => Array.from({ length: count }, (_, index) => ({ id: `row${index}` }))

/** A service that gives `most` rows a page at the most, whatever is asked. */
const serving = (all: () => readonly Row[], most = 1000) => {
  const asked: { limit: number; offset: number }[] = []
  const read = async ({ limit, offset }: { limit: number; offset: number }) => {
    asked.push({ limit, offset })
    const lowered = Math.min(limit, most)
    return { rows: all().slice(offset, offset + lowered), pagination: { limit: lowered, offset, total: all().length } }
  }
  return { read, asked }
}

const readAll = async (read: Parameters<typeof readPages<Row>>[0], range?: Range) => {
  const listing = readPages(read, range)
  const ids: string[] = []
  for await (const { id } of listing.rows) ids.push(id)
  return { ids, total: listing.total(), changed: listing.changed() }
}

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

test('rows that come in meanwhile are not repeated, and the change is told', async () => {
  let rows = rowsUpTo(20)
  const { read } = serving(() => rows)
  const listing = readPages(
    async (page) => {
      const answer = await read(page)
      rows = [{ id: 'new' }, ...rows]
      return answer
    },
    { pageSize: 10 },
  )
  const ids: string[] = []
  for await (const { id } of listing.rows) ids.push(id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(listing.changed()).toBe(true)
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
