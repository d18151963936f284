import { expect, test } from 'vitest'
import { readPages } from '../../src/contract/pagination.ts'
import { readAll, rowsUpTo, serving } from './pages.ts'

test('rows that come in meanwhile are not repeated, and the change is told', async () => {
  let rows = rowsUpTo(20)
  const { read } = serving(() => rows)
  const { ids, changed } = await readAll(
    async (page) => {
      const answer = await read(page)
      rows = [{ id: 'new' }, ...rows]
      return answer
    },
    { pageSize: 10 },
  )
  expect(new Set(ids).size).toBe(ids.length)
  expect(changed).toBe(true)
})

test('more rows than two pages have, which come in before those that were read, repeat none', async () => {
  let rows = rowsUpTo(60)
  const { read } = serving(() => rows)
  const { ids } = await readAll(
    async (page) => {
      const answer = await read(page)
      if (page.offset === 20) rows = [...Array.from({ length: 25 }, (_, at) => ({ id: `new${at}` })), ...rows]
      return answer
    },
    { pageSize: 10 },
  )
  expect(ids.filter((id) => id.startsWith('row'))).toEqual(rowsUpTo(60).map(({ id }) => id))
})

test('rows that go away meanwhile hide none that is there', async () => {
  for (const [from, count] of [
    [10, 3],
    [0, 40],
    [115, 5],
    [60, 60],
    // More than a page.
    [0, 90],
    [5, 85],
    [20, 75],
  ] as const) {
    let rows = rowsUpTo(250)
    const { read } = serving(() => rows)
    const listing = readPages(
      async (page) => {
        const answer = await read(page)
        if (page.offset === 100) rows = rows.filter((_, at) => at < from || at >= from + count)
        return answer
      },
      { pageSize: 50 },
    )
    const ids: string[] = []
    for await (const { id } of listing.rows) ids.push(id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(rows.filter(({ id }) => !ids.includes(id))).toEqual([])
    expect(listing.changed()).toBe(true)
  }
})
