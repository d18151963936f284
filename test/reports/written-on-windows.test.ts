import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { once } from '../../src/system/async/once.ts'
import { readFiles } from './reading.ts'

// The same reports as Windows writes them: with CRLF, with a BOM, and in UTF-16, in which Windows PowerShell redirects output.

const samples = join(import.meta.dirname, 'samples')
const files = readdirSync(samples).filter((name) => /\.(xml|json|tap|trx)$/.test(name) && name !== 'expected.json')

const outcomesIn = async (report: string | Uint8Array) => (await readFiles(['-'], report)).outcomes

describe.each(files)('%s', (file) => {
  const text = readFileSync(join(samples, file), 'utf8').replaceAll('\r\n', '\n')
  const crlf = text.replaceAll('\n', '\r\n')
  const asWritten = once(() => outcomesIn(text))

  test.each([
    ['with CRLF', Buffer.from(crlf)],
    ['with a byte order mark', Buffer.from(`\ufeff${crlf}`)],
    ['in UTF-16', Buffer.from(`\ufeff${crlf}`, 'utf16le')],
  ])('holds the same results %s', async (_, report) => {
    const expected = await asWritten()
    expect(expected.length).toBeGreaterThan(0)
    expect(await outcomesIn(report)).toEqual(expected)
  })
})
