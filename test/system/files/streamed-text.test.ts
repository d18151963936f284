import { expect, test } from 'vitest'
import { decodeStream, decodeStrictly } from '../../../src/system/files/text.ts'

const textOf = async (bytes: Buffer): Promise<string> => {
  let text = ''
  const byByte = async function* () {
    for (const byte of bytes) yield Buffer.from([byte])
  }
  for await (const piece of decodeStream(byByte())) text += piece
  return text
}

test.each(['', 'ä', 'ab', 'one\nGröße 🙂\n'])(
  '%j that comes byte by byte is read, with and without a mark',
  async (text) => {
    expect(await textOf(Buffer.from(text))).toBe(text)
    expect(await textOf(Buffer.from(`\ufeff${text}`))).toBe(text)
    expect(await textOf(Buffer.from(`\ufeff${text}`, 'utf16le'))).toBe(text)
    expect(await textOf(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())).toBe(text)
  },
)

test.each([
  ['one\nB\xfcro\n', 2],
  ['\xfc', 1],
  ['one\ntwo\n\xc3', 3],
])('%j that is not UTF-8 is an error with its line', async (text, line) => {
  await expect(textOf(Buffer.from(text, 'latin1'))).rejects.toMatchObject({ code: 'EILSEQ', line })
})

test('the line is that of the invalid bytes, even if the text itself has a U+FFFD before them', () => {
  const bytes = Buffer.concat([Buffer.from('one \ufffd\ntwo\n'), Buffer.from([0xff])])
  expect(() => decodeStrictly(bytes)).toThrow(expect.objectContaining({ code: 'EILSEQ', line: 3 }))
})
