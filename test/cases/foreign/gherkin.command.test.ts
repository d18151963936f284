import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readForeign } from './reading.ts'

let cwd: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'testctl-'))
  await mkdir(join(cwd, 'features'))
})
afterEach(() => rm(cwd, { recursive: true, force: true }))

const read = async (text: string, name = 'features/a.feature') => {
  await writeFile(join(cwd, name), text)
  return readForeign(name, { cwd })
}
const scenario = (steps: string, more = '') => `Feature: F\n${more}  Scenario: S\n${steps}`
const stepsOf = async (steps: string) =>
  (await read(scenario(steps))).cases[0]!.content.steps.map(({ action, expectation }) => [action, expectation])

test('a scenario is a case: its feature is the section, the background its preconditions, tags are inherited', async () => {
  const { kind, cases, account } = await read(`@web
Feature: Login
  As a user I want in.

  Background:
    Given a user
      | name |
      | a\\|b |

  # slow
  @smoke @web
  Scenario: Logs in
    The happy path.
    When I submit # not a comment
    # inside
    Then the dashboard opens

  Rule: Locked
    After three tries.

    Background: lock
      Given a lock
    Example: Fails
      When I submit
`)
  expect(kind).toBe('Gherkin')
  const background = 'Given a user\n| name |\n| a\\|b |'
  expect(cases.map(({ content, place }) => [place.line, content])).toEqual([
    [
      12,
      {
        name: 'Logs in',
        preconditions: background,
        steps: [{ action: 'When I submit # not a comment', expectation: 'Then the dashboard opens' }],
        customFields: {
          section: 'Login',
          tags: 'web, smoke',
          description: 'The happy path.',
          'feature description': 'As a user I want in.',
          comments: '# slow\n# inside',
          source: 'gherkin:features/a.feature#Logs in',
        },
      },
    ],
    [
      23,
      {
        name: 'Fails',
        preconditions: `${background}\n\nlock\n\nGiven a lock`,
        steps: [{ action: 'When I submit', expectation: '' }],
        customFields: {
          section: 'Login › Locked',
          tags: 'web',
          'feature description': 'As a user I want in.',
          'rule description': 'After three tries.',
          source: 'gherkin:features/a.feature#Locked › Fails',
        },
      },
    ],
  ])
  expect(account.losses).toEqual([])
})

test('a description without a scenario is reported', async () => {
  const { account } = await read('Feature: a\n  Scenario: b\n    When c\n  Rule: d\n    Nothing yet.\n')
  expect(account.losses).toEqual([{ what: 'rule description', count: 1, places: ['line 4'] }])
})

describe('what follows Then is the expectation of the step before it', () => {
  test.each([
    [
      'Given a\nWhen b\nThen c\nAnd d\nBut e\nWhen f\nThen g',
      [
        ['Given a', ''],
        ['When b', 'Then c\nAnd d\nBut e'],
        ['When f', 'Then g'],
      ],
    ],
    [
      'Given a\nAnd b\nWhen c',
      [
        ['Given a', ''],
        ['And b', ''],
        ['When c', ''],
      ],
    ],
    // A star may be any keyword, so the steps after it are not expectations.
    [
      'When a\nThen b\n* c\nAnd d',
      [
        ['When a', 'Then b'],
        ['* c', ''],
        ['And d', ''],
      ],
    ],
    [
      'Then a\nWhen b',
      [
        ['', 'Then a'],
        ['When b', ''],
      ],
    ],
  ])('%s', async (steps, expected) => expect(await stepsOf(steps)).toEqual(expected))
})

test('a table and a doc string stay below their step, as they are written', async () => {
  expect(
    await stepsOf(
      'When a\n  | x  | \\n |\n  # c\n  | \\| |    |\nThen b\n  """json\n  {\n    "a": 1\n\n  \\"\\"\\"\n  """\n',
    ),
  ).toEqual([['When a\n| x  | \\n |\n| \\| |    |', 'Then b\n"""json\n{\n  "a": 1\n\n\\"\\"\\"\n"""']])
  expect(await stepsOf('When a\n```\n```')).toEqual([['When a\n```\n```', '']])
})

test('a scenario outline is one case with its examples', async () => {
  const { cases } = await read(
    scenario(
      'When <a>\n\n@slow\nExamples: few\n  of them\n  | a |\n  | 1 |\n\nExamples:\n  | a |\n  | 2 |\n  | 3 |\n',
    ).replace('Scenario:', 'Scenario Outline:'),
  )
  expect(cases.map(({ content }) => [content.steps[0]!.action, content.customFields['examples']])).toEqual([
    ['When <a>', '@slow\nExamples: few\nof them\n| a |\n| 1 |\n\nExamples:\n| a |\n| 2 |\n| 3 |'],
  ])
})

test.each([
  ['French', '# language: fr\nFonctionnalité: F\nScénario: S\nQuand a\nAlors b\nEt c', ['Quand a', 'Alors b\nEt c']],
  ['Japanese', '#language:ja\n機能: F\nシナリオ: S\nもしa\nならばb', ['もしa', 'ならばb']],
])('the keywords of %s are known', async (_language, text, [action, expectation]) => {
  expect((await read(text)).cases[0]!.content.steps).toEqual([{ action, expectation }])
})

test('a scenario is known by the path of its file and its name; a second one of that name has a number', async () => {
  const text = 'Feature: F\nScenario: a\nScenario: a\nRule: r\nScenario: a'
  const expected = ['#a', '#a (2)', '#r › a'].map((name) => `gherkin:features/a.feature${name}`)
  for (const name of ['features/a.feature', './features/../features/a.feature', join(cwd, 'features/a.feature')]) {
    await writeFile(join(cwd, 'features/a.feature'), text)
    expect((await readForeign(name, { cwd })).cases.map(({ source }) => source)).toEqual(expected)
  }
})

test('everything is accounted for: a scenario without a name is unreadable, a comment of no scenario is lost', async () => {
  const { cases, account } = await read(
    '# top\n@t\nFeature: F\n  # bg\n  Background:\n    Given x\n  Scenario:\n  Scenario: b\n# end\n',
  )
  expect([account.read, cases.length]).toEqual([2, 1])
  expect(account.unreadable).toEqual([{ line: 7, reason: 'it has no name', name: undefined }])
  expect(account.losses).toEqual([{ what: 'comment', count: 2, places: ['line 1', 'line 4'] }])
  expect(cases[0]!.content.customFields).toMatchObject({ comments: '# end', tags: 't' })
})

test('it is recognised by its name or by its first line; stdin has no path', async () => {
  expect((await read('# a, b\n@x\nFeature: F, G\nScenario: a', 'plain.txt')).kind).toBe('Gherkin')
  await expect(readForeign('Feature: F\nScenario: a')).rejects.toThrow('a feature file is known by its path')
})

test.each([
  [
    'Feature: F\nScenario: a\nWhen x\n| a |\n| b | c |\nNow',
    'features/a.feature:5',
    'inconsistent cell count within the table',
  ],
  ['# language: xx\nFeature: F', 'features/a.feature:1', 'Language not supported: xx'],
  ['Scenario: a\nScenario: b', 'features/a.feature:1', expect.stringMatching(/^expected: .*got 'Scenario: a'$/)],
])('what is wrong with it is said with its line: %j', async (text, path, message) => {
  await expect(read(text)).rejects.toMatchObject({
    message: 'features/a.feature is not valid Gherkin',
    issues: expect.arrayContaining([{ path, message }]),
  })
})
