import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { main } from '../../src/main.ts'
import type { Io } from '../../src/system/io.ts'

test.for(['--version', 'version'])(
  'testctl %s creates no stdin, and asks neither for the folder nor for /proc',
  async (word) => {
    const stdout = new PassThrough()
    const asked: string[] = []
    const given = { argv: [word], stdout, env: {}, platform: process.platform, stop: new AbortController().signal }
    const dear = ['stdin', 'stderr', 'cwd', 'start'].map((name) => [
      name,
      { enumerable: true, get: () => asked.push(name) },
    ])
    expect(await main(Object.defineProperties(given, Object.fromEntries(dear)) as unknown as Io)).toBe(0)
    stdout.end()
    expect(await text(stdout)).toMatch(/^testctl \d/)
    expect(asked).toEqual([])
  },
)
