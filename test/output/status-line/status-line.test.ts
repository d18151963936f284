import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Io } from '../../../src/system/io.ts'
import { createPrinter } from '../../../src/output/index.ts'
import { createLive } from '../../../src/output/live/index.ts'
import { plain } from '../../../src/output/style/color.ts'
import { createProgress } from '../../../src/output/status-line/progress.ts'
import { plainRuler } from '../../../src/output/text/width.ts'
import { statusLineOf } from '../../../src/output/status-line/index.ts'
import { createIo } from '../sights.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const open = () => {
  const seen = createIo({ terminal: 80 })
  const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds)
  return { ...seen, pass, progress: createProgress(seen.io, 'reading') }
}

const printerOf = (io: Io) =>
  createPrinter({
    io,
    format: 'tsv',
    loadScreen: () => import('../../../src/output/screen.ts'),
    loadRuler: async () => plainRuler,
    loadPalette: async () => (_, text) => text,
  })

const line = (seconds: number) => `\rreading, ${seconds} s\u001b[K`
const gone = '\r\u001b[K'

test('whatever else is written takes the line away first, and it comes back below', async () => {
  const { io, err, pass, progress } = open()
  pass(1000)
  await printerOf(io).warn('careful')
  pass(200)
  progress.done()
  expect(err()).toBe(`${line(1)}${gone}warning: careful\n${line(1)}${gone}`)
})

test('so does an answer that goes to stderr', async () => {
  const { io, err, pass, progress } = open()
  pass(1000)
  await printerOf(Object.create(io, { stdout: { get: () => io.stderr } }) as Io).answer(undefined, ['done'])
  progress.done()
  expect(err()).toBe(`${line(1)}${gone}done\n`)
})

test.each([-1, 1])('the seconds go on where the clock of the computer is set by %d h', (hours) => {
  const { err, pass, progress } = open()
  pass(1000)
  vi.setSystemTime(Date.now() + hours * 3_600_000)
  pass(1000)
  progress.done()
  expect(err()).toBe(`${line(1)}${line(2)}${gone}`)
})

test('after a command nothing is drawn any more, and no timer is left', () => {
  const { io, err, pass } = open()
  pass(1000)
  statusLineOf(io).end()
  createProgress(io, 'late').show()
  pass(5000)
  expect([err(), vi.getTimerCount()]).toEqual([`${line(1)}${gone}`, 0])
})

test('a line that is not whole yet is not drawn over', async () => {
  const { io, err, out, pass } = open()
  const printer = printerOf(io)
  pass(1000)
  await printer.raw('[{"id":1},')
  pass(5000)
  expect(err()).toBe(`${line(1)}${gone}`)
  await printer.raw('{"id":2}]\n')
  pass(200)
  expect(err()).toBe(`${line(1)}${gone}${line(6)}`)
  expect(out()).toBe('[{"id":1},{"id":2}]\n')
})

test('nothing is drawn while somebody else has the terminal', () => {
  const { io, err, pass } = open()
  pass(1000)
  const releases = [statusLineOf(io).hold(), statusLineOf(io).hold()]
  pass(5000)
  for (const release of releases) {
    expect(err()).toBe(`${line(1)}${gone}`)
    release()
    release()
    pass(200)
  }
  expect(err()).toBe(`${line(1)}${gone}${line(6)}`)
})

test('nothing is drawn over a board, from its first lines to its last', async () => {
  const { io, err, out, pass } = open()
  const live = createLive({ io, palette: plain, ruler: plainRuler, ellipsis: '…' })
  pass(1000)
  expect(err()).toBe(line(1))
  live.show(() => ['a board'])
  await vi.waitFor(() => expect(out()).toContain('a board'))
  expect(err()).toBe(`${line(1)}${gone}`)
  pass(500)
  expect(err()).toBe(`${line(1)}${gone}`)
  await live.done()
  pass(500)
  expect(err()).toBe(`${line(1)}${gone}${line(1)}${line(2)}`)
})

test('after the end nothing is drawn any more', () => {
  const { io, err, pass } = open()
  pass(1000)
  statusLineOf(io).hold()
  createProgress(io, 'late').show()
  pass(5000)
  expect(err()).toBe(`${line(1)}${gone}`)
})

test('for a screen reader nothing is redrawn: a line is appended after ten seconds, and then less and less often', async () => {
  const { io, err } = createIo({ terminal: 80 })
  statusLineOf(io).choose({ isPlain: true })
  const progress = createProgress(io, 'reading')
  progress.show()
  await vi.advanceTimersByTimeAsync(9900)
  expect(err()).toBe('')
  await vi.advanceTimersByTimeAsync(130_000)
  progress.done()
  expect(err()).toBe('reading, 10 s\nreading, 30 s\nreading, 70 s\nreading, 2 min\n')
})

test('no process is kept by it', () => {
  vi.useRealTimers()
  const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length
  const before = timers()
  const { done } = createProgress(createIo({ terminal: 80 }).io, 'reading')
  expect(timers()).toBe(before)
  done()
})

test('a stream is not made for what ends soon', () => {
  let made = 0
  const { io } = createIo()
  const stderr = { get: () => ((made += 1), createIo({ terminal: 80 }).io.stderr) }
  const { step, done } = createProgress(Object.create(io, { stderr }) as Io, 'reading')
  step()
  vi.advanceTimersByTime(100)
  done()
  expect(made).toBe(0)
})
