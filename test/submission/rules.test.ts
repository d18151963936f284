import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { usualRules } from '../../src/submission/match/index.ts'
import { parseMapping } from '../../src/submission/match/mapping.ts'
import { parsePattern } from '../../src/submission/match/patterns.ts'
import { outcome } from './outcome.ts'
import { targetsNamed, ask, carrying, decide } from './deciding.ts'

describe('a mapping says what a result is for', () => {
  const mapping = parseMapping(
    'map',
    [
      'Cart › adds => WEB-C12',
      'adds => WEB-C11',
      'both => WEB-C11, WEB-T3',
      'b => WEB-C11',
      'lost => WEB-C99',
      'theirs => API-C1',
      'half => WEB-C11, WEB-C99',
    ].join('\n'),
  )
  test.for<[at: string, said: string]>([
    ['Cart › adds', 'mapping: b; the mapping has Cart › adds => WEB-C12'],
    ['Wishlist › adds', 'mapping: a; the mapping has adds => WEB-C11'],
    ['both', 'mapping: a,c; the mapping has both => WEB-C11, WEB-T3'],
    ['b', 'mapping: a; the mapping has b => WEB-C11'],
    ['half', 'mapping: a, not WEB-C99; the mapping has half => WEB-C11, WEB-C99'],
    ['lost', 'WEB-C99 is not in the run (the mapping has lost => WEB-C99)'],
    ['theirs', 'API-C1 is of another project than WEB (the mapping has theirs => API-C1)'],
    ['WEB-C13 both', 'identifier: c; its name has WEB-C13'],
    ['c', 'name: c; its name is c'],
  ])('%s: %s', ([at, said]) => expect(decide(at, [], { mapping })).toBe(said))

  test('before the name, after what the result says itself', () => {
    expect(decide('both', ['@WEB-C12'], { mapping })).toBe('property: b; its tag is WEB-C12')
  })
})

describe('house rules come last', () => {
  const patterns = [parsePattern('TC-(?<case>[0-9]+)'), parsePattern(String.raw`\bid (?<test>\S+)`)]
  test.for<[at: string, said: string]>([
    ['TC-11 works', 'pattern: a; the pattern TC-(?<case>[0-9]+) finds WEB-C11'],
    ['TC-11 › works', 'pattern: a; the pattern TC-(?<case>[0-9]+) finds WEB-C11'],
    [
      'TC-11, TC-12',
      'pattern: a,b; the pattern TC-(?<case>[0-9]+) finds WEB-C11, the pattern TC-(?<case>[0-9]+) finds WEB-C12',
    ],
    ['TC-11 › b', 'name: b; its name is b'],
    ['TC-11 WEB-C12', 'identifier: b; its name has WEB-C12'],
    ['TC-99 works', 'WEB-C99 is not in the run (the pattern TC-(?<case>[0-9]+) finds WEB-C99)'],
    [
      'TC-11 TC-99',
      'pattern: a, not WEB-C99; the pattern TC-(?<case>[0-9]+) finds WEB-C11, the pattern TC-(?<case>[0-9]+) finds WEB-C99',
    ],
    ['id none', String.raw`"none" is no number and no identifier (the pattern \bid (?<test>\S+) finds "none")`],
    ['TC- works', 'nothing in the run has this name'],
  ])('%s: %s', ([at, said]) => expect(decide(at, [], { patterns })).toBe(said))

  test('where a name decides nothing, they may', () => {
    const [one, other] = targetsNamed('same', 'same')
    const { matched } = ask({
      outcomes: [outcome('TC-12 › same'), outcome('same')],
      targets: [one!, other!],
      rules: { ...usualRules, patterns },
    })
    expect(matched).toMatchObject([{ rule: 'pattern', targets: [{ id: '2' }] }])
  })

  test('at the end of a name that is longer than any case can have', () => {
    expect(decide(`${'long '.repeat(200)}TC-11`, [], { patterns })).toMatch(/^pattern: a/)
  })
})

test('whatever there is, each result is matched or unmatched once, and the first rule that says anything decides', () => {
  const mapping = parseMapping('map', 'a => WEB-C12\nx => WEB-C99\nS › c => WEB-C11, WEB-C13')
  const rules = { ...usualRules, mapping, patterns: [parsePattern('TC-(?<case>[0-9]+)')] }
  const at = fc.constantFrom('a', 'b', 'c', 'x', 'S › c', 'WEB-C11', 'WEB-C99 a', 'TC-12 x', 'TC-12 › a', 'TC-99 b', '')
  const carried = fc.array(
    fc.constantFrom('test_id=WEB-C11', 'test_id=WEB-C99', 'test_id=API-C1', '@WEB-T3', 'smoke'),
    {
      maxLength: 2,
    },
  )
  const targets = targetsNamed('a', 'b', 'c', 'c')
  fc.assert(
    fc.property(fc.array(fc.record({ at, carried })), (results) => {
      const outcomes = results.map((one) => outcome(one.at, 'passed', carrying(...one.carried)))
      const { matched, unmatched } = ask({ outcomes, targets, rules })
      const all = new Set([...matched, ...unmatched].map((one) => one.outcome))
      expect(all).toEqual(new Set(outcomes))
      expect(matched.length + unmatched.length).toBe(outcomes.length)
      // Both lists are in reading order.
      for (const list of [matched, unmatched]) {
        const places = list.map((one) => outcomes.indexOf(one.outcome))
        expect(places).toEqual(places.toSorted((one, other) => one - other))
      }
      for (const { outcome: one, rule, targets: hit } of matched) {
        expect(hit.length).toBeGreaterThan(0)
        expect(new Set(hit).size).toBe(hit.length)
        const said = one.properties.some(({ value }) => value !== 'smoke')
        const named = one.name.includes('WEB-')
        const mapped = mapping.has(one.name) || mapping.has([...one.suite, one.name].join(' › '))
        expect(rule).toBe(
          said ? 'property' : named ? 'identifier' : mapped ? 'mapping' : rule === 'pattern' ? 'pattern' : 'name',
        )
        if (rule === 'pattern') expect([...one.suite, one.name].join(' › ')).toContain('TC-')
      }
    }),
  )
})
