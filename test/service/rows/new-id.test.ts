import { expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '../../../src/service/rows/new-id.ts'

test('ids are UUIDs that sort in the order in which they were made, also within a millisecond', () => {
  const ids = Array.from({ length: 10_000 }, newId)
  expect(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toEqual(
    [],
  )
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})

test('they sort so also where the clock goes back', () => {
  const clock = vi.spyOn(Date, 'now')
  onTestFinished(() => clock.mockRestore())
  const ids = [2, 1, 2, 3].map((hours) => {
    clock.mockReturnValue(Date.parse('2100-01-01') + hours * 3_600_000)
    return newId()
  })
  expect(ids.toSorted()).toEqual(ids)
})
