import { expect, test } from 'vitest'
import { newId } from '../../../src/service/rows/new-id.ts'

test('ids are UUIDs that sort in the order in which they were made, also within a millisecond', () => {
  const ids = Array.from({ length: 10_000 }, newId)
  expect(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toEqual(
    [],
  )
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})
