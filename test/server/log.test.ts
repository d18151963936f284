import { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLog } from '../../src/server/monitoring/log.ts'

/** A stream that accepts nothing until `take` (one line) or `read` (all the rest). `lines` has everything that it got. */
const slowReader = () => {
  let text = ''
  let isReading = false
  let proceed = () => {}
  const to = new Writable({
    write: (chunk, _, taken) => {
      text += chunk
      proceed = taken
      if (isReading) taken()
    },
  })
  const read = () => {
    isReading = true
    proceed()
  }
  return { to, read, take: () => proceed(), lines: () => text.trim().split('\n') }
}

test('a log that nobody reads keeps some megabytes, and says how many lines are missing once it is read', async () => {
  const { to, read, lines } = slowReader()
  const log = createLog(to, 'info')
  const filler = 'x'.repeat(1024 * 1024)
  for (let at = 0; at < 10; at++) {
    log.info({ at, filler })
    await nextTurn()
  }
  expect(to.writableLength).toBeLessThan(6 * 1024 * 1024)
  read()
  await expect.poll(() => lines().length, { timeout: 60_000 }).toBe(5)
  await nextTurn()
  log.info({ at: 'later' })
  await expect.poll(() => lines().length, { timeout: 60_000 }).toBe(6)
  const told = lines().map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(told.map(({ at }) => at)).toEqual([0, 1, 2, 3, undefined, 'later'])
  expect(told[4]).toMatchObject({ level: 'error', dropped: 6, reason: 'the log was not read' })
})

test('a log that is read slowly says how many lines are missing once half of its room is free', async () => {
  const { to, read, take, lines } = slowReader()
  const log = createLog(to, 'info')
  const filler = 'x'.repeat(1024 * 1024)
  for (let at = 0; at < 10; at++) {
    log.info({ at, filler })
    await nextTurn()
  }
  take()
  await nextTurn()
  log.info({ at: 'between' })
  await nextTurn()
  read()
  await expect.poll(() => lines().length, { timeout: 60_000 }).toBe(6)
  const told = lines().map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(told.map(({ at, dropped }) => at ?? dropped)).toEqual([0, 1, 2, 3, 'between', 6])
})
