import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Property } from '../../src/reports/outcome.ts'
import { match, type Question, type Rules, type Target, usualRules } from '../../src/submission/match.ts'
import { parseMapping } from '../../src/submission/mapping.ts'
import { parsePattern } from '../../src/submission/patterns.ts'
import { readFiles } from '../reports/reading.ts'
import { outcome } from './outcome.ts'

const targetsNamed = (...names: string[]): Target[] =>
  names.map((name, at) => ({ id: `${at + 1}`, name, identifiers: [`WEB-T${at + 1}`, `WEB-C${at + 11}`] }))

const ask = (question: Partial<Question<Target>>) =>
  match({
    outcomes: [],
    targets: [],
    project: 'WEB',
    among: { many: 'tests', where: 'in the run' },
    rules: usualRules,
    ...question,
  })

/** Properties as they are typed: `test_id=WEB-C1`; what has no sign of equality is a tag. */
const carrying = (...typed: string[]): { properties: Property[] } => ({
  properties: typed.map((one) => {
    const [, name = 'tag', value = one] = /^(\w+)=(.*)$/s.exec(one) ?? []
    return { name, value }
  }),
})

/** What decides of a result by this name and with these properties, among the tests a, b, c (C11, C12, C13). */
const decide = (at: string, carried: string[] = [], rules: Partial<Rules> = {}): string => {
  const { matched, unmatched } = ask({
    outcomes: [outcome(at, 'passed', carrying(...carried))],
    targets: targetsNamed('a', 'b', 'c'),
    rules: { ...usualRules, ...rules },
  })
  const [hit] = matched
  if (!hit) return unmatched[0]?.reason ?? ''
  const missing = hit.missing.length > 0 ? `, not ${hit.missing.join()}` : ''
  return `${hit.rule}: ${hit.targets.map(({ name }) => name).join()}${missing}; ${hit.because}`
}

describe('a property or a tag says what a result is for', () => {
  test.for<[at: string, carried: string[], said: string]>([
    ['x', ['test_id=WEB-C11'], 'property: a; its property test_id is WEB-C11'],
    ['x', ['testctl=WEB-T2'], 'property: b; its property testctl is WEB-T2'],
    ['x', ['CASE_ID=web-c012'], 'property: b; its property CASE_ID is WEB-C12'],
    ['x', ['test_id=WEB-C11, WEB-C12;WEB-T3'], 'property: a,b,c; its property test_id is WEB-C11, WEB-C12, WEB-T3'],
    ['x', ['test_id=WEB-C11 WEB-T1'], 'property: a; its property test_id is WEB-C11, WEB-T1'],
    ['x', ['test_id=https://tms.test/WEB-C11?full'], 'property: a; its property test_id is WEB-C11'],
    ['x', ['@WEB-C11'], 'property: a; its tag is WEB-C11'],
    ['x', ['WEB-C11', 'smoke', 'tms:WEB-C12'], 'property: a,b; its tag is WEB-C11, its tag is WEB-C12'],
    ['x', ['@WEB-C11', 'test_id=WEB-C12'], 'property: a,b; its tag is WEB-C11, its property test_id is WEB-C12'],
    ['b', ['test_id=WEB-C11'], 'property: a; its property test_id is WEB-C11'],
    ['WEB-C12 b', ['@WEB-C11'], 'property: a; its tag is WEB-C11'],
    ['', ['@WEB-C11'], 'property: a; its tag is WEB-C11'],
    ['x', ['test_id=WEB-C11 WEB-C99'], 'property: a, not WEB-C99; its property test_id is WEB-C11, WEB-C99'],
    ['x', ['test_id=WEB-C11 API-C1'], 'property: a, not API-C1; its property test_id is WEB-C11, API-C1'],
    ['a', ['test_id=WEB-C99'], 'WEB-C99 is not in the run (its property test_id is WEB-C99)'],
    ['a', ['@WEB-C99'], 'WEB-C99 is not in the run (its tag is WEB-C99)'],
    ['WEB-C11 a', ['@WEB-C99'], 'WEB-C99 is not in the run (its tag is WEB-C99)'],
    ['a', ['test_id=API-C1'], 'API-C1 is of another project than WEB (its property test_id is API-C1)'],
    [
      'a',
      ['test_id=API-C1 WEB-C99'],
      'WEB-C99 is not in the run, and API-C1 is of another project than WEB (its property test_id is WEB-C99, API-C1)',
    ],
    ['a', ['@API-C1', 'SHA-256', 'WEB-C110x'], 'name: a; its name is a'],
    ['a', ['owner=WEB-C12', 'tags=WEB-C12'], 'name: a; its name is a'],
    ['a', ['test_id=100', 'test_id=', 'test_id=C99'], 'name: a; its name is a'],
    [
      'x',
      ['test_id=100'],
      'nothing in the run has this name; its property test_id, 100, is no full identifier such as WEB-C12',
    ],
    [
      'x',
      ['test_id=c101'],
      'nothing in the run has this name; its property test_id, c101, is no full identifier such as WEB-C12',
    ],
    ['x', ['owner=c101', 'test_id=none'], 'nothing in the run has this name'],
  ])('%s with %s: %s', ([at, carried, said]) => expect(decide(at, carried)).toBe(said))

  test('only those that are asked for', () => {
    expect(decide('a', ['test_id=WEB-C12', 'jira=WEB-C13'], { properties: ['Jira'] })).toBe(
      'property: c; its property jira is WEB-C13',
    )
  })

  test('where the project of the run is not known, it is not overruled by a name', () => {
    const found = (...carried: string[]) =>
      ask({
        outcomes: [outcome('a', 'passed', carrying(...carried))],
        targets: [{ id: '1', name: 'a', identifiers: [] }],
        project: undefined,
      })
    expect(found('test_id=WEB-C11').unmatched[0]?.reason).toBe(
      'whether WEB-C11 is meant cannot be known without the project of the run (its property test_id is WEB-C11)',
    )
    expect(found('@WEB-C11', 'test_id=7').matched).toHaveLength(1)
  })
})

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

const samples = fileURLToPath(new URL('../../../shared/reports/', import.meta.url))

describe.skipIf(!existsSync(samples))('identifiers of another tool in real reports', () => {
  const names = ['test_testrail 1', 'x', 'y']
  const told = async (file: string, rules: Partial<Rules> = {}) => {
    const { outcomes } = await readFiles([samples + file])
    const targets = targetsNamed(...names).map((one, at) => ({ ...one, identifiers: [`WEB-C${at + 100}`] }))
    const { matched, unmatched } = ask({ outcomes, targets, rules: { ...usualRules, ...rules } })
    return Object.fromEntries([
      ...matched.map((one) => [
        one.outcome.name,
        `${one.rule} ${one.targets.map(({ identifiers }) => identifiers).join()}`,
      ]),
      ...unmatched.map((one) => [one.outcome.name, one.reason]),
    ])
  }

  test('in names, by a house rule', async () => {
    const patterns = [parsePattern(String.raw`\[(?<case>[Cc][0-9]+)\]`)]
    expect(await told('junit-id-in-name.xml', { patterns })).toEqual({
      '[C100] test_testrail 1': 'pattern WEB-C100',
      '[c101] test_testrail 2': 'pattern WEB-C101',
      'test_testrail 3': 'nothing in the run has this name',
    })
  })

  test('in properties: what is not full is said, and the name decides', async () => {
    expect(await told('junit-id-in-property.xml')).toEqual({
      'test_testrail 1': 'name WEB-C100',
      'test_testrail 2':
        'nothing in the run has this name; its property test_id, C101, is no full identifier such as WEB-C12',
      'test_testrail 3':
        'nothing in the run has this name; its property test_id, c102, is no full identifier such as WEB-C12',
      'test_testrail 4': 'nothing in the run has this name',
    })
  })
})
