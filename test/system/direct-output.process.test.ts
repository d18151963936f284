import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { directOutput } from '../../src/system/direct-output.ts'
import type { OutputStream } from '../../src/system/io.ts'

let folder: string
let opened: number[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'testctl-output-'))
  opened = []
})
afterEach(() => {
  opened.forEach((descriptor) => closeSync(descriptor))
  rmSync(folder, { recursive: true })
})

const open = (path: string, flags: number | string): number => {
  const descriptor = openSync(path, flags)
  opened.push(descriptor)
  return descriptor
}

const unasked = (): OutputStream => {
  throw new Error('a stream was made')
}

/** Writes a text, and returns the error, if any. */
const written = (output: OutputStream, text: string): Promise<Error | null | undefined> =>
  new Promise((told) => output.write(text, told))

test('a file gets what is written, in order, and no stream is made', async () => {
  const file = join(folder, 'out')
  const output = directOutput(open(file, 'w'), unasked)!
  expect([output.isTTY, output.columns]).toEqual([false, undefined])
  expect(await written(output, 'one\n')).toBeUndefined()
  expect(await written(output, 'zwölf\n')).toBeUndefined()
  expect(readFileSync(file, 'utf8')).toBe('one\nzwölf\n')
})

test('what goes to /dev/null needs no stream', async () => {
  expect(await written(directOutput(open('/dev/null', 'w'), unasked)!, 'one')).toBeUndefined()
})

test('what goes wrong is told to the writer and to who listens for errors', async () => {
  const heard: unknown[] = []
  const closed = openSync(join(folder, 'out'), 'w')
  const output = directOutput(closed, unasked)!
  output.on('error', (error) => heard.push(error))
  closeSync(closed)
  const error = await written(output, 'one')
  expect(error).toMatchObject({ code: 'EBADF' })
  expect(heard).toEqual([error])
})

test('a device may be a terminal, which has a stream', () => {
  expect(directOutput(open('/dev/full', 'w'), unasked)).toBeUndefined()
})

test('what is closed has no output of its own', () => {
  const closed = openSync(join(folder, 'out'), 'w')
  closeSync(closed)
  expect(directOutput(closed, unasked)).toBeUndefined()
})

describe.runIf(process.platform === 'linux')('a pipe', () => {
  const pipe = (): { reader: number; writer: number } => {
    const path = join(folder, 'pipe')
    execFileSync('mkfifo', [path])
    const reader = open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    return { reader, writer: open(path, 'w') }
  }
  const read = (reader: number): string => {
    const bytes = Buffer.alloc(1 << 20)
    return bytes.toString('utf8', 0, readSync(reader, bytes))
  }

  test('gets what is written, and no stream is made', async () => {
    const { reader, writer } = pipe()
    expect(await written(directOutput(writer, unasked)!, 'one')).toBeUndefined()
    expect(read(reader)).toBe('one')
  })

  test('that is full leaves the rest, and all that follows, to the stream', async () => {
    const { reader, writer } = pipe()
    let later = ''
    const stream: OutputStream = new Writable({
      decodeStrings: true,
      write: (chunk, _, done) => {
        later += String(chunk)
        done()
      },
    })
    const output = directOutput(writer, () => stream)!
    const text = 'x'.repeat(200_000)
    expect(await written(output, text)).toBeFalsy()
    expect(await written(output, 'end')).toBeFalsy()
    const first = read(reader)
    expect(first.length).toBeGreaterThan(0)
    expect(first + later).toBe(`${text}end`)
  })

  test('without a reader is told as closed', async () => {
    const { reader, writer } = pipe()
    const output = directOutput(writer, unasked)!
    closeSync(reader)
    opened = opened.filter((one) => one !== reader)
    expect(await written(output, 'one')).toMatchObject({ code: 'EPIPE' })
  })
})
