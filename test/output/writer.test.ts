import { open } from 'node:fs/promises'
import { createWriteStream, existsSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { exitCodes, InterruptedError, OutputClosedError, UnavailableError } from '../../src/errors.ts'
import { createWriter } from '../../src/output/writer.ts'
import { soak } from '../helpers/soak.ts'
import { aTest, createSink, see } from './sights.ts'

const count = soak ? 100_000 : 5_000

/** Returns rows that are made on demand, and `made`, which counts them. */
const endless = (most = 100_000) => {
  const made = { count: 0 }
  const rows = async function* () {
    for (; made.count < most; made.count++) yield aTest(made.count)
  }
  return { made, rows: rows() }
}

test.each(['table', 'ndjson', 'json', 'tsv', 'csv', 'template'] as const)(
  'many thousand rows as %s are all written',
  async (format) => {
    const { rows } = endless(count)
    const { stream, text } = createSink()
    const { error } = await see({ format, template: '{name}', stdout: stream }, (printer) =>
      printer.list('tests', rows),
    )
    expect(error).toBeUndefined()
    const lines = text().split('\n').length - 1
    expect(lines).toBe(
      { table: count + 1, ndjson: count, tsv: count, csv: count + 1, template: count, json: count * 15 + 2 }[format],
    )
  },
)

test.each(['table', 'ndjson', 'json', 'tsv', 'csv', 'template'] as const)(
  'a slow reader of %s holds back the rows',
  async (format) => {
    const { made, rows } = endless()
    let taken = 0
    let ahead = 0
    const stop = new AbortController()
    const { stream } = createSink({
      take: async () => {
        taken += 1
        ahead = made.count
        if (taken === 20) stop.abort(new InterruptedError('enough'))
        await new Promise((done) => setImmediate(done))
      },
    })
    const { error } = await see(
      { format, template: '{identifier} {name} {id} {createdAt} {updatedAt}', stdout: stream, stop: stop.signal },
      (printer) => printer.list('tests', rows),
    )
    expect(error).toBeInstanceOf(InterruptedError)
    // The stream has taken twenty chunks, of at most a few hundred rows each. The other rows have not been made.
    expect(ahead).toBeGreaterThan(200)
    expect(ahead).toBeLessThan(20_000)
  },
)

test('what is written is seen while the program waits for more', async () => {
  const { stream, text } = createSink()
  let seen = ''
  const rows = async function* () {
    yield aTest(1)
    while (text() === '') await new Promise((done) => setImmediate(done))
    seen = text()
    yield aTest(2)
  }
  await see({ format: 'quiet', stdout: stream }, (printer) => printer.list('tests', rows()))
  expect(seen).toBe('WEB-T1\n')
  expect(text()).toBe('WEB-T1\nWEB-T2\n')
})

test('a reader that has left is an OutputClosedError, and no more rows are asked for', async () => {
  const { made, rows } = endless()
  const stdout = new PassThrough()
  stdout.destroy()
  const { error } = await see({ format: 'ndjson', stdout }, (printer) => printer.list('tests', rows))
  expect(error).toBeInstanceOf(OutputClosedError)
  expect(made.count).toBeLessThan(1000)
})

const failing = (code: string) =>
  createSink({ take: () => Promise.reject(Object.assign(new Error(`${code}: it failed`), { code })) }).stream

test('a full disk behind stdout is an error with an exit code, not success', async () => {
  const { error } = await see({ stdout: failing('ENOSPC') }, (printer) => printer.item('tests', aTest(1)))
  expect(error).toBeInstanceOf(UnavailableError)
  expect(error).toMatchObject({ exitCode: exitCodes.unavailable, hint: expect.stringContaining('free some space') })
})

test.skipIf(!existsSync('/dev/full'))('a real full device is one', async () => {
  const file = await open('/dev/full', 'w')
  const stdout = createWriteStream('', { fd: file.fd, autoClose: false })
  const { error } = await see({ format: 'json', stdout }, (printer) => printer.list('tests', [aTest(1)]))
  await file.close()
  expect(error).toMatchObject({ message: expect.stringContaining('ENOSPC'), exitCode: exitCodes.unavailable })
})

test('EPIPE is an OutputClosedError', async () => {
  const { error } = await see({ stdout: failing('EPIPE') }, (printer) => printer.item('tests', aTest(1)))
  expect(error).toBeInstanceOf(OutputClosedError)
})

test('a failure stays: nothing is written after it', async () => {
  const stop = new AbortController().signal
  const writer = createWriter({ stream: () => failing('EPIPE'), stop })
  await writer.write('one')
  await expect(writer.flush()).rejects.toBeInstanceOf(OutputClosedError)
  await writer.write('two')
  await expect(writer.flush()).rejects.toBeInstanceOf(OutputClosedError)
})

test('what was done is still said after a stop, as long as somebody reads', async () => {
  const stopped = AbortSignal.abort(new InterruptedError('interrupted'))
  const { out, error } = await see({ stop: stopped }, (printer) => printer.changed('tests', aTest(1), 'Done'))
  expect({ out, error }).toEqual({ out: 'WEB-T1\n', error: undefined })
})
