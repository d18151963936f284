import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { usualRules } from '../../src/submission/match/index.ts'
import { type Rules } from '../../src/submission/match/model.ts'
import { parsePattern } from '../../src/submission/match/patterns.ts'
import { readFiles } from '../reports/reading.ts'
import { outcome } from './outcome.ts'
import { targetsNamed, ask, carrying, decide } from './deciding.ts'

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
