import { expect, test } from 'vitest'
import { readFiles, readText } from '../reading.ts'

const xml = (encoding: string) =>
  `<?xml version="1.0" encoding="${encoding}"?>\n<testsuite><testcase name="Größe"/></testsuite>`
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

test.for<[string, Buffer]>([
  ['UTF-8', Buffer.from(xml('UTF-8'))],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${xml('utf-8')}`)],
  ['UTF-16 little-endian with a byte order mark', Buffer.from(`\ufeff${xml('UTF-16')}`, 'utf16le')],
  ['UTF-16 big-endian with a byte order mark', utf16be(`\ufeff${xml('UTF-16')}`)],
  ['UTF-16 without one', Buffer.from(xml('UTF-16'), 'utf16le')],
  ['ISO-8859-1', Buffer.from(xml('ISO-8859-1'), 'latin1')],
  ['windows-1252', Buffer.from(xml('windows-1252'), 'latin1')],
  ['UTF-8 that says it were UTF-16', Buffer.from(xml('utf-16'))],
])('a report in %s', async ([, bytes]) => {
  expect((await readFiles(['-'], bytes)).outcomes).toMatchObject([{ name: 'Größe' }])
})

test('characters that are cut by the pieces they come in are whole, and what is none becomes �', async () => {
  const bytes = Buffer.concat([
    Buffer.from('\ufeff<testsuite><testcase name="ünï 🎉 '),
    Buffer.from([0xff, 0xc3]),
    Buffer.from('"/></testsuite>'),
  ])
  for (const size of [1, 3, 300]) expect(await readText(bytes, size)).toMatchObject([{ name: 'ünï 🎉 ��' }])
})
