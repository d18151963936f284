import { expect, test } from 'vitest'
import { fitLine } from '../../../src/output/formats/fit-line.ts'
import { plainRuler } from '../../../src/output/text/width.ts'

const fit = async (cells: Parameters<typeof fitLine>[0], width: number) =>
  (await fitLine(cells, { width, ellipsis: '…', loadRuler: async () => plainRuler })).map(({ text }) => text).join('')

test('a long name is cut where the terminal ends, and what stands behind it stays', async () => {
  const cells = [{ text: 'WEB-T1 ' }, { text: 'x'.repeat(360), fit: 'cut' as const }, { text: ': untested → passed' }]
  expect(await fit(cells, 40)).toBe(`WEB-T1 ${'x'.repeat(13)}…: untested → passed`)
  expect(await fit(cells, 1000)).toHaveLength(386)
})

test('two names share the room', async () => {
  const name = (letter: string, length: number) => ({ text: letter.repeat(length), fit: 'cut' as const })
  expect(await fit([name('a', 5), { text: ' → ' }, name('b', 90)], 30)).toBe(`aaaaa → ${'b'.repeat(21)}…`)
})

test('a name for which hardly anything is left stands below, and is cut only where that line ends', async () => {
  const cells = (name: string) => [{ text: '    WEB-T66  passed  ' }, { text: name, fit: 'cut' as const }]
  expect(await fit(cells('logs in'), 20)).toBe('    WEB-T66  passed\n      logs in')
  expect(await fit(cells('logs in'), 24)).toBe('    WEB-T66  passed\n      logs in')
  expect(await fit(cells('logs in with a passkey'), 20)).toBe('    WEB-T66  passed\n      logs in with…')
  const wide = [{ text: 'x'.repeat(118) }, { text: 'logs in with a passkey', fit: 'cut' as const }]
  expect(await fit(wide, 120)).toBe(`${'x'.repeat(118)}logs…`)
  expect(await fit(cells('logs in with a passkey'), 30)).toBe('    WEB-T66  passed  logs in…')
})

test('where it cannot stand below, a name keeps a few letters', async () => {
  const name = (text: string) => ({ text, fit: 'cut' as const })
  expect(await fit([{ text: '    WEB-T66  ' }, name('logs in'), { text: ' → ' }, name('logs out')], 20)).toContain(
    'logs',
  )
})

test('a sentence breaks between words, and goes on below where it begins', async () => {
  expect(await fit([{ text: '  ' }, { text: 'not ready: 2 tests failed, 6 are open', fit: 'wrap' }], 20)).toBe(
    '  not ready: 2 tests\n  failed, 6 are open',
  )
})

test('a sentence that begins in the right half goes on below the beginning of its line', async () => {
  const cells = (start: number) => [
    { text: `  ${'x'.repeat(start - 2)}` },
    { text: 'it is not ready yet', fit: 'wrap' as const },
  ]
  expect(await fit(cells(10), 20)).toBe(`  ${'x'.repeat(8)}it is not\n${' '.repeat(10)}ready yet`)
  expect(await fit(cells(11), 20)).toBe(`  ${'x'.repeat(9)}it is not\n    ready yet`)
  expect(await fit([{ text: ' '.repeat(11) }, { text: 'it is not ready', fit: 'wrap' }], 20)).toBe(
    `${' '.repeat(11)}it is not\n${' '.repeat(10)}ready`,
  )
})

test('a word stays as long as it is', async () => {
  expect(await fit([{ text: 'y'.repeat(200) }], 20)).toHaveLength(200)
})

test('what a name brings cannot act, nor begin a line', async () => {
  expect(await fit([{ text: 'a\nb\u001b[2J', fit: 'cut' }], 80)).toBe('a\\nb\\u001b[2J')
})
