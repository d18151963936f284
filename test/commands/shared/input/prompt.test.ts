import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { InterruptedError, TerminatedError, UsageError } from '../../../../src/errors.ts'
import type { InputStream, Io, OutputStream } from '../../../../src/system/io.ts'
import { ask, askHidden, canAsk, confirm } from '../../../../src/commands/shared/input/prompt.ts'

const sitDown = (env: Io['env'] = {}) => {
  const modes: boolean[] = []
  const stdin: InputStream = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (raw: boolean) => modes.push(raw),
  })
  const stderr: OutputStream = Object.assign(new PassThrough(), { isTTY: true })
  let seen = ''
  stderr.on('data', (chunk: Buffer) => (seen += chunk.toString()))
  const stop = new AbortController()
  const io: Io = {
    argv: [],
    stdin,
    stdout: new PassThrough(),
    stderr,
    env,
    cwd: '/',
    platform: 'linux',
    root: '/',
    node: process.execPath,
    user: () => 'ana',
    now: () => new Date(),
    pid: 1,
    uid: process.getuid?.(),
    isRunning: () => false,
    stop: stop.signal,
  }
  const type = (text: string | Buffer) => (stdin as unknown as PassThrough).write(text)
  const leave = () => (stdin as unknown as PassThrough).end()
  return { io, type, leave, modes, stop, seen: () => seen, listeners: () => stdin.listenerCount('data') }
}

test('a hidden answer is not shown, and the terminal is as it was afterwards', async () => {
  const desk = sitDown()
  const answer = askHidden(desk.io, 'Key: ')
  for (const key of ['can', 'x', '\u007f', 'ary', '\r']) desk.type(key)
  expect(await answer).toBe('canary')
  expect(desk.seen()).toBe('Key: \n')
  expect(desk.modes).toEqual([true, false])
  expect(desk.listeners()).toBe(0)
})

test('the echo of the terminal is off before the question stands there, so that a key that is pasted at once is not shown', async () => {
  const { io, type } = sitDown()
  const order: string[] = []
  Object.assign(io.stdin, { setRawMode: (raw: boolean) => order.push(`echo ${raw ? 'off' : 'on'}`) })
  Object.assign(io.stderr, { write: (text: string) => order.push(JSON.stringify(text)) })
  const answer = askHidden(io, 'Key: ')
  type('canary\r')
  await answer
  expect(order).toEqual(['echo off', '"Key: "', 'echo on', '"\\n"'])
})

const typings = [
  ['a paste with its marks', '\u001b[200~canary\u001b[201~\r', 'canary'],
  ['arrow keys', 'ca\u001b[D\u001b[Cnary\u001bOA\r', 'canary'],
  ['Ctrl-U', 'wrong\u0015canary\r', 'canary'],
  ['more Backspaces than letters', 'a\b\b\bcanary\r', 'canary'],
  ['an end of line of Windows', 'canary\r\n', 'canary'],
  ['letters of several bytes', 'cänäry😀\u007f\r', 'cänäry'],
] as const

test.each([
  ...typings.map((typing) => [...typing, 'in one piece'] as const),
  ...typings.map((typing) => [...typing, 'byte by byte'] as const),
])('%s is understood while the answer is hidden (%#)', async (_, typed, expected, arrival) => {
  const desk = sitDown()
  const answer = askHidden(desk.io, 'Key: ')
  if (arrival === 'byte by byte') for (const byte of Buffer.from(typed)) desk.type(Buffer.from([byte]))
  else desk.type(typed)
  expect(await answer).toBe(expected)
})

test('a letter that arrives in two pieces is one letter', async () => {
  const desk = sitDown()
  const answer = ask(desk.io, 'Name: ')
  const bytes = Buffer.from('ä\n')
  desk.type(bytes.subarray(0, 1))
  desk.type(bytes.subarray(1))
  expect(await answer).toBe('ä')
})

test('Ctrl-C ends a hidden question, and the terminal is as it was', async () => {
  const desk = sitDown()
  const answer = askHidden(desk.io, 'Key: ')
  desk.type('canary\u0003')
  await expect(answer).rejects.toThrow(InterruptedError)
  expect(desk.modes).toEqual([true, false])
  expect(desk.seen()).toBe('Key: \n')
  expect(desk.listeners()).toBe(0)
})

test('a signal ends any question, and the terminal is as it was', async () => {
  const desk = sitDown()
  const answer = askHidden(desk.io, 'Key: ')
  desk.stop.abort(new TerminatedError('terminated'))
  await expect(answer).rejects.toThrow(TerminatedError)
  expect(desk.modes).toEqual([true, false])
  await expect(confirm(desk.io, 'Sure?')).rejects.toThrow(TerminatedError)
})

test('Ctrl-D and a closed terminal are no answer', async () => {
  const desk = sitDown()
  const answer = askHidden(desk.io, 'Key: ')
  desk.type('\u0004')
  await expect(answer).rejects.toThrow(UsageError)
  const next = ask(desk.io, 'Name: ')
  desk.leave()
  await expect(next).rejects.toThrow(UsageError)
  expect(await confirm(desk.io, 'Sure?')).toBe(false)
  await expect(askHidden(desk.io, 'Key: ')).rejects.toThrow(UsageError)
  expect(desk.modes.at(-1)).toBe(false)
})

test.each([
  ['y', true],
  ['Y', true],
  [' yes ', true],
  ['', false],
  ['n', false],
  ['yesterday', false],
  ['sure', false],
])('to a question of yes or no, %j means %s', async (typed, expected) => {
  const desk = sitDown()
  const answer = confirm(desk.io, 'Delete WEB-C1?')
  desk.type(`${typed}\n`)
  expect(await answer).toBe(expected)
  expect(desk.seen()).toBe('Delete WEB-C1? [y/N] ')
})

test('what was typed ahead answers the next question', async () => {
  const desk = sitDown()
  desk.type('https://a.example.com\ncanary\rrest\n')
  expect(await ask(desk.io, 'Address: ')).toBe('https://a.example.com')
  expect(await askHidden(desk.io, 'Key: ')).toBe('canary')
  expect(await ask(desk.io, 'More: ')).toBe('rest')
})

test('nobody is asked without a terminal, in CI, or with --no-input', () => {
  const { io } = sitDown()
  const can = (changed: Partial<Io>, flags = {}) => canAsk({ io: { ...io, ...changed }, flags: () => flags })
  expect(can({})).toBe(true)
  expect(can({ env: { CI: 'false' } })).toBe(true)
  expect(can({ env: { CI: 'true' } })).toBe(false)
  expect(can({ stdin: new PassThrough() })).toBe(false)
  expect(can({ stderr: new PassThrough() })).toBe(false)
  expect(can({}, { input: false })).toBe(false)
})
