import { expect, test } from 'vitest'
import { readPages, readWhole } from '../../src/contract/pagination.ts'
import { trustTotal } from '../../src/contract/pages/total.ts'
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
    // These remove more than a page.
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

test('rows that go away behind those that were read are no repetition', async () => {
  let rows = rowsUpTo(6)
  const { read } = serving(() => rows)
  const list = await readAll(
    async (page) => {
      if (page.offset === 4) rows = rows.slice(0, 4)
      return read(page)
    },
    { pageSize: 2 },
  )
  expect(list).toEqual({ ids: rowsUpTo(4).map(({ id }) => id), total: 4, changed: true })
})

test('no more rows come than were asked for where some before them are read again', async () => {
  let rows = rowsUpTo(8)
  const { read } = serving(() => rows)
  const { ids } = await readAll(
    async (page) => {
      const answer = await read(page)
      if (page.offset === 0) rows = rows.slice(1)
      return answer
    },
    { pageSize: 2, limit: 4 },
  )
  expect(ids).toEqual(['row0', 'row1', 'row2', 'row3'])
})

test('a total that goes up and down while a list is read ends it all the same', async () => {
  const { read, asked } = serving(() => rowsUpTo(12))
  const list = await readAll(
    async (page) => {
      const { rows, pagination } = await read(page)
      if (asked.length > 50) throw new Error('there is no end')
      return { rows, pagination: { ...pagination, total: asked.length % 2 === 0 ? 8 : 12 } }
    },
    { pageSize: 2 },
  )
  expect(list.changed).toBe(true)
  expect(list.ids).toEqual(rowsUpTo(12).map(({ id }) => id))
})

test('a total that counts the rows of the last page is no change', async () => {
  const { read } = serving(() => rowsUpTo(9))
  const list = await readAll(
    async (page) => {
      const { rows, pagination } = await read(page)
      return { rows, pagination: { ...pagination, total: page.offset < 6 ? 9 : rows.length } }
    },
    { pageSize: 3 },
  )
  expect(list).toEqual({ ids: rowsUpTo(9).map(({ id }) => id), total: 9, changed: false })
})

// DECISIONS 520
test('a service of ours: as many rows go away as come in, which the total does not tell, and none is missing unsaid', async () => {
  for (const gone of [0, 9, 14]) {
    let rows = rowsUpTo(30)
    const { read } = serving(() => rows)
    const changing = async (page: { limit: number; offset: number }) => {
      const answer = await read(page)
      trustTotal(answer.pagination)
      if (page.offset === 0 && rows.length === 30 && rows.at(-1)?.id === 'row29')
        rows = [...rows.filter((_, at) => at !== gone), { id: 'new' }]
      return answer
    }
    const { ids, changed } = await readAll(changing, { pageSize: 10 })
    const isWhole = rows.every(({ id }) => ids.includes(id))
    expect({ gone, isSaid: changed || isWhole, repeats: ids.length - new Set(ids).size }).toEqual({
      gone,
      isSaid: true,
      repeats: 0,
    })
    rows = rowsUpTo(30)
    expect(await readWhole(changing, ({ id }) => id, { range: { pageSize: 10 } })).toEqual(rows.map(({ id }) => id))
  }
})

test('a service of ours whose rows stay is read without a change, whatever the pages', async () => {
  for (let size = 1; size <= 12; size++)
    for (const count of [0, 1, 2, 10, 11]) {
      const { read } = serving(() => rowsUpTo(count), 5)
      let told = 0
      const listing = readPages(
        async (page) => {
          const answer = await read(page)
          trustTotal(answer.pagination)
          return answer
        },
        { pageSize: size },
        { step: (more) => (told += more) },
      )
      const ids: string[] = []
      for await (const { id } of listing.rows) ids.push(id)
      expect({ ids, changed: listing.changed(), told }).toEqual({
        ids: rowsUpTo(count).map(({ id }) => id),
        changed: false,
        told: count,
      })
    }
})
