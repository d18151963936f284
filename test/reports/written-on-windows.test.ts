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

describe('a report that is appended to another one', () => {
  const first = '1..2\r\nok 1 - adds\r\nnot ok 2 - pays\r\n'
  const second = 'not ok 1 - ships\r\nok 2 - waits for the parcel\r\n1..2\r\n'
  const numbered = Array.from({ length: 15 }, (_, at) => `ok ${at + 1}\n`).join('')
  const utf16 = (text: string) => Buffer.from(text, 'utf16le')
  const read = async (...parts: (string | Uint8Array)[]) => {
    const { outcomes, reports } = await readFiles(['-'], Buffer.concat(parts.map((part) => Buffer.from(part))))
    return [outcomes.map(({ name }) => name), reports.flatMap(({ dropped }) => dropped)]
  }

  test.each([
    ['with a byte order mark', [`\ufeff${first}`, `\ufeff${second}`]],
    ['in UTF-16', [utf16(`\ufeff${first}`), utf16(second)]],
    ['in UTF-16, with a mark', [utf16(`\ufeff${first}`), utf16(`\ufeff${second}`)]],
  ])('is read %s', async (_, parts) => {
    expect(await read(...parts)).toEqual([['adds', 'pays', 'ships', 'waits for the parcel'], []])
  })

  test.each([
    ['UTF-16, after UTF-8', [first, utf16(second)]],
    ['UTF-16 with a mark, after UTF-8', [first, utf16(`\ufeff${second}`)]],
    ['big-endian UTF-16, after UTF-8', [first, utf16(second).swap16()]],
    ['UTF-8, after UTF-16', [utf16(`\ufeff${first}`), second]],
    ['UTF-8 of hardly any words, after UTF-16', [utf16(`\ufeff${first}`), numbered]],
  ])('is told to be missing if it cannot be read: %s', async (_, parts) => {
    const reason = 'results may be missing: this line is in another encoding than the lines before it'
    const [names, dropped] = await read(...parts)
    expect(names).toEqual(['adds', 'pays'])
    expect(dropped).toEqual([{ reason, line: expect.any(Number) }])
  })

  test.each([
    ['a frame', `╔${'═'.repeat(60)}╗`],
    ['dots', '•'.repeat(60)],
    ['a character that is repeated', '中'.repeat(60)],
    ['a word that is repeated', '漢字'.repeat(60)],
    ['a Japanese cry', 'あ'.repeat(60)],
  ])('no other encoding is seen in %s', async (_, output) => {
    const text = `1..2\n${output}\nok 1 - ${output}\nok 2\n`
    expect((await readFiles(['-'], text)).reports).toMatchObject([{ cases: 2, dropped: [] }])
    expect((await readFiles(['-'], utf16(`\ufeff${text}`))).reports).toMatchObject([{ cases: 2, dropped: [] }])
  })

  test('no other encoding is seen in Chinese or Hindi, nor in output with a NUL', async () => {
    const chinese = '测试购物车中的商品数量是否正确并且价格总和与预期一致'.repeat(3)
    const hindi = 'शॉपिंगकार्टमेंवस्तुओंकीसंख्या'.repeat(3)
    const text = `1..3\nok 1 - ${chinese} ${hindi}\nnot ok 2 - a\0b\n# \0\0\0\nok 3\n`
    expect((await readFiles(['-'], text)).reports).toMatchObject([{ cases: 3, dropped: [] }])
    expect((await readFiles(['-'], utf16(`\ufeff${text}`))).reports).toMatchObject([{ cases: 3, dropped: [] }])
  })
})
