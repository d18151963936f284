import { describe, expect, test } from 'vitest'
import { findByPatterns, parsePattern } from '../../../src/submission/match/patterns.ts'

describe('a house rule finds', () => {
  test.for<[pattern: string, name: string, own: string[], foreign: string[], strange: string[]]>([
    ['TC-(?<case>[0-9]+)', 'TC-12 logs in', ['WEB-C12'], [], []],
    ['TC-(?<case>[0-9]+)', 'TC-12 and TC-007, TC-12', ['WEB-C12', 'WEB-C7'], [], []],
    ['TC-(?<test>[0-9]+)', 'TC-12', ['WEB-T12'], [], []],
    [String.raw`\[(?<case>[Cc]\d+)\]`, '[C100] one, [c101] two', ['WEB-C100', 'WEB-C101'], [], []],
    [String.raw`id=(?<case>\S+)`, 'id=WEB-T3 id=api-c4 id=C5', ['WEB-T3', 'WEB-C5'], ['API-C4'], []],
    [String.raw`id=(?<case>\S+)`, 'id=x id=WEB-R3', [], [], ['x', 'WEB-R3']],
    [String.raw`#(?<case>\d*)`, '# nothing', [], [], []],
    [String.raw`c(?<case>\d+)(-t(?<test>\d+))?`, 'c1 c2-t3', ['WEB-C1', 'WEB-C2', 'WEB-T3'], [], []],
    [String.raw`(?<case>\d+)`, '9'.repeat(20), [], [], ['9'.repeat(20)]],
  ])('%s in %s', ([pattern, name, own, foreign, strange]) => {
    const found = findByPatterns(name, { patterns: [parsePattern(pattern)], project: 'WEB' })
    if (own.length + foreign.length + strange.length === 0) expect(found).toBeUndefined()
    else expect(found).toMatchObject({ own, foreign, strange })
  })

  test('what each of several finds', () => {
    const patterns = [parsePattern('A(?<case>[0-9])'), parsePattern('B(?<case>[0-9])')]
    expect(findByPatterns('B2 A1', { patterns, project: 'WEB' })).toMatchObject({ own: ['WEB-C1', 'WEB-C2'] })
  })
})

describe('a pattern is refused', () => {
  test.for<[string, string]>([
    ['', 'the pattern is empty'],
    ['TC-([0-9]+)', 'the pattern TC-([0-9]+) has no group named case or test'],
    ['(?<id>[0-9]+)', 'the pattern (?<id>[0-9]+) has no group named case or test'],
    ['(?<case>', 'the pattern (?<case> is not a valid regular expression: Unterminated group'],
    ['(?<case>a', 'the pattern (?<case>a is not a valid regular expression: Unterminated group'],
    ['(?<case>[0-9)', 'the pattern (?<case>[0-9) is not a valid regular expression: Unterminated character class'],
    ['a\\', 'the pattern a\\ is not a valid regular expression: \\ at end of pattern'],
  ])('%j: %s', ([pattern, message]) =>
    expect(() => parsePattern(pattern)).toThrow(
      expect.objectContaining({ exitCode: 2, message, hint: expect.stringContaining('(?<case>') }),
    ),
  )
})
