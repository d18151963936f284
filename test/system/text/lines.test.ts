import { describe, expect, test } from 'vitest'
import { createLineSplitter } from '../../../src/system/text/lines.ts'

/** Returns the lines that end in each chunk, and what is left. */
const split = (...pieces: string[]) => {
  const { push, rest } = createLineSplitter()
  return [...pieces.map(push), rest()]
}

describe('lines are given as soon as they end', () => {
  test.for<[string, string[], unknown[]]>([
    ['several in a piece', ['a\nb\nc'], [['a', 'b'], 'c']],
    ['one over several pieces', ['a', 'b', 'c\nd'], [[], [], ['abc'], 'd']],
    ['a newline that is a piece of its own', ['a', '\n', 'b\n'], [[], ['a'], ['b'], '']],
    ['empty ones', ['\n\n', 'a\n\n'], [['', ''], ['a', ''], '']],
    ['none', [], ['']],
  ])('%s', ([, pieces, expected]) => expect(split(...pieces)).toEqual(expected))
})

// Searching all earlier text again with each chunk would take hours.
test('two hundred thousand pieces of one line are taken at once', () => {
  const { push, rest } = createLineSplitter()
  const piece = 'a'.repeat(1000)
  for (let at = 0; at < 200_000; at++) push(piece)
  expect(rest()).toHaveLength(200_000_000)
})
