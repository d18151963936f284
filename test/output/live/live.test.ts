import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { OutputClosedError } from '../../../src/errors.ts'
import { createLive, type Live } from '../../../src/output/live/index.ts'
import { plain } from '../../../src/output/style/color.ts'
import { statusLineOf } from '../../../src/output/status-line/index.ts'
import { ruler } from '../../../src/output/text/unicode-width.ts'
import { createScreen } from '../screen.ts'
import { createIo, createSink } from '../sights.ts'

const means = { palette: plain, ruler, ellipsis: '…' }
let live: Live | undefined
afterEach(async () => {
  await live?.done().catch(() => undefined)
})

const open = (
  size: { columns?: number; rows?: number } = { columns: 20, rows: 10 },
  env: Record<string, string> = {},
) => {
  const writes: string[] = []
  const stdout = createSink({ take: async (text) => void writes.push(text) }).stream
  Object.assign(stdout, { isTTY: true, ...size })
  const stop = new AbortController()
  const { io } = createIo({ stdout, env, stop: stop.signal })
  const screen = createScreen(1000)
  live = createLive({ io, ...means })
  return {
    io,
    live,
    stop,
    stdout,
    writes: () => writes.length,
    shown: () => {
      for (const text of writes.splice(0)) screen.write(text)
      return screen.lines()
    },
    until: async (there: () => boolean) => {
      while (!there()) await setTimeout(5)
    },
  }
}

test('a board is drawn, and redrawn only when something of it changed', async () => {
  const { live, shown, writes, until } = open()
  live.show(() => ['one'])
  await until(() => writes() === 1)
  live.show(() => ['one'])
  await live.done()
  expect(writes()).toBe(1)
  expect(shown()).toEqual(['one', ''])
})

test('of frames that come fast one is a whole write, and the last stays', async () => {
  const { live, shown, writes, until } = open()
  for (let at = 0; at < 500; at++) {
    live.show(() => [`count ${at}`, 'end'])
    if (at === 250) await until(() => writes() === 1)
  }
  await live.done()
  expect(writes()).toBe(2)
  expect(shown()).toEqual(['count 499', 'end', ''])
})

test('what depends on the time is drawn anew by itself', async () => {
  const { live, writes, until } = open()
  let drawn = 0
  live.show(() => [`${(drawn += 1)}`])
  await until(() => writes() > 1)
})

test('another size is another frame', async () => {
  const { live, stdout, writes, until, shown } = open({ columns: 20, rows: 10 })
  live.show(({ columns, rows }) => [`${columns} by ${rows}`])
  await until(() => writes() === 1)
  stdout.columns = 9
  stdout.emit('resize')
  await until(() => writes() === 2)
  expect(shown()).toEqual(['9 by 10', ''])
})

test('a terminal that says no size has the one of the environment, else 80 by 24', async () => {
  const usual = open({})
  usual.live.show(({ columns, rows }) => [`${columns} by ${rows}`])
  await usual.live.done()
  expect(usual.shown()).toEqual(['80 by 24', ''])
  const told = open({ columns: 0, rows: 0 }, { COLUMNS: '30', LINES: '5' })
  told.live.show(({ columns, rows }) => [`${columns} by ${rows}`])
  await told.live.done()
  expect(told.shown()).toEqual(['30 by 5', ''])
})

test('what else is written stands above it', async () => {
  const { io, live, stdout, writes, until, shown } = open()
  live.show(() => ['one', 'two'])
  await until(() => writes() === 1)
  statusLineOf(io).hide('> GET /v1/projects\n')
  stdout.write('> GET /v1/projects\n')
  live.show(() => ['one', 'three'])
  await live.done()
  expect(shown()).toEqual(['> GET /v1/projects', 'one', 'three', ''])
  statusLineOf(io).hide('\n')
  expect(writes()).toBe(0)
})

test('after Ctrl-C it stays, and what the terminal wrote of the key is taken away', async () => {
  const { live, stdout, stop, writes, until, shown } = open()
  live.show(() => ['one'])
  await until(() => writes() === 1)
  stdout.write('^C')
  stop.abort(new Error('interrupted'))
  await live.done()
  expect(shown()).toEqual(['one', ''])
})

test('a terminal that is gone ends it', async () => {
  const stdout = createSink({ take: () => Promise.reject(Object.assign(new Error('gone'), { code: 'EPIPE' })) }).stream
  stdout.on('error', () => undefined)
  live = createLive({ io: createIo({ stdout }).io, ...means })
  live.show(() => ['one'])
  await expect(live.done()).rejects.toThrow(OutputClosedError)
})
