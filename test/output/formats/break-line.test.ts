import { expect, test } from 'vitest'
import { breakLine } from '../../../src/output/formats/break-line.ts'
import { plainRuler } from '../../../src/output/text/width.ts'

const shown = (texts: readonly string[], width: number): string =>
  breakLine(
    texts.map((text) => ({ text })),
    { width, ruler: plainRuler },
  )
    .map(({ text }) => text)
    .join('')

test.each([
  ['  0 of 1 finished test passed (0%), 1 open', 20, '  0 of 1 finished\n    test passed\n    (0%), 1 open'],
  ['                   1 untested  ana', 20, '    1 untested  ana'],
  ['too long a-word-that-is-longer-than-the-line', 20, 'too long\n  a-word-that-is-longer-than-the-line'],
  ['it fits', 20, 'it fits'],
])('%j at %i columns is broken between words', (text, width, expected) => expect(shown([text], width)).toBe(expected))

test('a line of several cells is broken as one, and each keeps its colour', () => {
  expect(
    breakLine([{ text: '  passed', tone: 'passed' }, { text: ': a name that is long' }], {
      width: 16,
      ruler: plainRuler,
    }),
  ).toEqual([{ text: '  passed', tone: 'passed' }, { text: ': a name\n    that is long' }])
})

test('a command to be copied, a text of several lines, and a line of a wide terminal stay whole', () => {
  for (const [text, width] of [
    ['  undo testctl runs undo 20260101-000000', 20],
    ['two lines\nof one text that is long', 20],
    ['nine words '.repeat(20).trim(), 60],
  ] as const)
    expect(shown([text], width)).toBe(text)
})
