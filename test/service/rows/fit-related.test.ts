import { expect, test } from 'vitest'
import { fitRelated, rowBytes } from '../../../src/service/rows/answer-size.ts'

// Room for ten related rows, however small they are.
const room = () => ({ bytes: 10 * rowBytes, isLarge: true, used: 0 })

/** Fits rows of size 0 with these numbers of related rows. `asked` has the number of rows in each read of related rows. */
const fit = async (counts: readonly number[], bytes = 0) => {
  const asked: number[] = []
  const rows = await fitRelated(room(), {
    rows: counts.map((_, at) => at),
    bytesOf: () => 0,
    related: [
      {
        ownerOf: String,
        read: async (owners, most) => {
          asked.push(owners.length)
          return owners
            .flatMap((owner) => Array.from({ length: counts[Number(owner)]! }, () => ({ owner, bytes })))
            .slice(0, most)
        },
        way: 'read them in pages',
      },
    ],
  })
  return { rows: rows.length, asked }
}

test('all rows whose relations fit are there', async () => {
  expect(await fit([3, 3, 3])).toEqual({ rows: 3, asked: [3] })
  expect(await fit([])).toEqual({ rows: 0, asked: [] })
})

test('of relations that are more than can fit, those of half of the rows are read, and again', async () => {
  expect(await fit([3, 3, 3, 3, 3, 3, 3, 3])).toEqual({ rows: 2, asked: [8, 4, 2] })
})

test('the bytes of relations count, and the first row is there whatever it has', async () => {
  expect(await fit([1, 1, 1, 1], 2 * rowBytes)).toEqual({ rows: 3, asked: [4] })
})

test('a row whose own relations do not fit is refused, with the way to read them', async () => {
  for (const [count, bytes] of [
    [11, 0],
    [1, 10 * rowBytes],
  ])
    await expect(fit([count!, 1], bytes)).rejects.toMatchObject({
      message: expect.stringContaining('read them in pages') as string,
    })
})
