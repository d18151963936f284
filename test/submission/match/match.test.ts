import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { match } from '../../../src/submission/match/index.ts'
import { outcome } from '../outcome.ts'

/** Matches results to the tests of a run, both given by name. Returns for each result the ids of its tests, or the reason for none. */
const matched = (results: string[], tests: string[]): Record<string, string> => {
  const targets = tests.map((line, at) => ({
    id: `id${at + 1}`,
    name: line,
    identifiers: [`WEB-T${at + 1}`, `WEB-C${at + 11}`],
  }))
  const question = { outcomes: results.map((at) => outcome(at)), targets, project: 'WEB' }
  const found = match({ ...question, among: { many: 'tests', where: 'in the run' } })
  expect(found.matched.length + found.unmatched.length).toBe(results.length)
  const name = ({ suite, name: bare }: { suite: readonly string[]; name: string }) => [...suite, bare].join(' › ')
  return Object.fromEntries([
    ...found.matched.map(({ outcome: one, targets: hit }) => [name(one), hit.map(({ id }) => id).join()]),
    ...found.unmatched.map(({ outcome: one, reason }) => [name(one), reason]),
  ])
}

describe('what a result is for', () => {
  const rows: [string, string[], string[], Record<string, string>][] = [
    ['its bare name', ['Cart › adds'], ['adds'], { 'Cart › adds': 'id1' }],
    ['its whole name', ['Cart › adds'], ['Cart › adds'], { 'Cart › adds': 'id1' }],
    ['the whole name goes before the bare one', ['Cart › adds'], ['adds', 'Cart › adds'], { 'Cart › adds': 'id2' }],
    ['the test by identifier', ['[WEB-T2] adds'], ['[WEB-T2] adds', 'x'], { '[WEB-T2] adds': 'id2' }],
    ['the test of the case by identifier', ['WEB-C12: adds'], ['adds', 'x'], { 'WEB-C12: adds': 'id2' }],
    ['several that it names', ['WEB-T1 WEB-C12'], ['a', 'b'], { 'WEB-T1 WEB-C12': 'id1,id2' }],
    [
      'an identifier that is not there is not overruled by a name',
      ['WEB-C99 adds'],
      ['WEB-C99 adds'],
      { 'WEB-C99 adds': 'WEB-C99 is not in the run' },
    ],
    ['a longer number is another identifier', ['WEB-C120'], ['x'], { 'WEB-C120': 'WEB-C120 is not in the run' }],
    ['identifiers of other projects are words', ['API-C11 adds'], ['API-C11 adds'], { 'API-C11 adds': 'id1' }],
    [
      'case and spaces count',
      ['Adds', 'adds '],
      ['adds'],
      { Adds: 'nothing in the run has this name', 'adds ': 'nothing in the run has this name' },
    ],
    [
      'a name that several tests have decides nothing',
      ['adds'],
      ['adds', 'adds'],
      { adds: '2 tests have this name: WEB-T1, WEB-T2' },
    ],
    [
      'nor does a bare name that several tests of the report have',
      ['A › adds', 'B › adds'],
      ['adds'],
      {
        'A › adds': '2 tests of the report go by this name, and only WEB-T1 has it',
        'B › adds': '2 tests of the report go by this name, and only WEB-T1 has it',
      },
    ],
    [
      'a test that is met by its whole name is not reached by a bare one',
      ['adds', 'B › adds'],
      ['adds'],
      { adds: 'id1', 'B › adds': 'WEB-T1 has this name, and another test of the report is nearer to it' },
    ],
    [
      'a test that another result names by its identifier is not reached by a bare name',
      ['WEB-T1 works', 'B › adds'],
      ['adds'],
      { 'WEB-T1 works': 'id1', 'B › adds': 'WEB-T1 has this name, and another test of the report is nearer to it' },
    ],
    ['though by its whole name it is', ['WEB-T1 works', 'adds'], ['adds'], { 'WEB-T1 works': 'id1', adds: 'id1' }],
    [
      'the others by whole names, the rest by its bare one',
      ['A › adds', 'B › adds'],
      ['A › adds', 'adds'],
      { 'A › adds': 'id1', 'B › adds': 'id2' },
    ],
    ['a result without a name', [''], ['x'], { '': 'it has no name' }],
  ]
  test.for(rows)('%s', ([, results, tests, expected]) => expect(matched(results, tests)).toEqual(expected))
})

test('several results of the same test are all for it', () => {
  const outcomes = [outcome('A › adds'), outcome('A › adds', 'failed')]
  const targets = [{ id: '1', name: 'adds', identifiers: [] }]
  const among = { many: 'tests', where: 'in the run' }
  expect(match({ outcomes, targets, project: undefined, among }).matched).toHaveLength(2)
})

test('whatever the names, every result is matched or unmatched once, and never to two tests by name', () => {
  const name = fc.constantFrom('a', 'b', 'A › a', 'A › b', 'B › a', 'B › A › a')
  fc.assert(
    fc.property(fc.array(name), fc.array(name), (results, tests) => {
      const outcomes = results.map((at) => outcome(at))
      const targets = tests.map((one, at) => ({ id: `${at}`, name: one, identifiers: [] }))
      const found = match({ outcomes, targets, project: 'WEB', among: { many: 'tests', where: 'in the run' } })
      const all = [...found.matched, ...found.unmatched].map((one) => one.outcome)
      expect(new Set(all)).toEqual(new Set(outcomes))
      expect(all).toHaveLength(outcomes.length)
      // Results with different whole names never match the same test.
      const wholeNames = new Map<string, string>()
      for (const { outcome: one, targets: hit } of found.matched) {
        expect(hit).toHaveLength(1)
        const whole = [...one.suite, one.name].join(' › ')
        expect(wholeNames.get(hit[0]!.id) ?? whole).toBe(whole)
        wholeNames.set(hit[0]!.id, whole)
      }
    }),
  )
})
