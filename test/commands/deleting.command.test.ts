import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const terminal = { terminal: 80, env: { NO_COLOR: '1' } }

const questions: [line: string, question: string, identifier: string][] = [
  [
    'cases delete WEB-C1',
    'Delete the case WEB-C1 "logs in" with 1 comment (tests made from it stay)? [y/N] ',
    'cases get WEB-C1',
  ],
  [
    'runs delete WEB-R7',
    'Delete the test run WEB-R7 "Nightly 7" with 12 tests and all comments on them? [y/N] ',
    'runs get WEB-R7',
  ],
  [
    'tests delete WEB-T1',
    'Delete the test WEB-T1 "logs in" with its result and 2 comments? [y/N] ',
    'tests get WEB-T1',
  ],
  [
    'milestones delete WEB-M1',
    'Delete the milestone WEB-M1 "Release 1.0" (1 test run of it will have none)? [y/N] ',
    'milestones get WEB-M1',
  ],
]

describe.each(questions)('testctl %s', (line, question, get) => {
  test.each(['y\n', 'Yes\r', ' y \n'])('is done after %j', async (keys) => {
    const seen = await world.type(`testctl ${line}`, { ...terminal, keys })
    expect(seen).toEqual({ exitCode: 0, stdout: expect.stringMatching(/^✓ Deleted the /), stderr: question })
    expect(await world.fails(`testctl ${get}`)).toMatchObject({ exitCode: 3 })
  })

  test.each(['n\n', '\n', 'yo\n', 'WEB\n', '\u0004'])('is not done after %j', async (keys) => {
    const seen = await world.type(`testctl ${line}`, { ...terminal, keys })
    expect(seen).toMatchObject({ exitCode: 2, stdout: '' })
    expect(seen.stderr).toMatch(/error: the .* was not deleted\n$/)
    await world.prints(`testctl ${get}`)
  })

  test.each([
    ['without a terminal', '', {}],
    ['in CI', '', { ...terminal, keys: 'y\n', env: { CI: 'true' } }],
    ['with --no-input', '--no-input', { ...terminal, keys: 'y\n' }],
  ])('is not asked %s', async (_, flags, typed) => {
    expect(await world.type(`testctl ${line} ${flags}`, typed)).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(/needs a confirmation.*\n {2}add --yes\n$/s),
    })
    await world.prints(`testctl ${get}`)
  })

  test('is done with --yes', async () => {
    expect(await world.json(`testctl ${line} --yes`)).toMatchObject({ identifier: line.split(' ')[2], ok: true })
    expect(await world.fails(`testctl ${get}`)).toMatchObject({ exitCode: 3 })
  })
})

describe('of several, the question says what goes with all of them', () => {
  test.each([
    ['cases delete C1-C3', 'Delete the 3 cases WEB-C1, WEB-C2, WEB-C3 with 1 comment (tests made from them stay)?'],
    ['runs delete R7 R6', 'Delete the 2 test runs WEB-R7, WEB-R6 with 12 tests and all comments on them?'],
    ['tests delete T1 T2', 'Delete the 2 tests WEB-T1, WEB-T2 with their results and 2 comments?'],
    ['milestones delete M1 M2', 'Delete the 2 milestones WEB-M1, WEB-M2 (1 test run of them will have none)?'],
    // For many, counting their comments would take a request for each.
    [
      'cases delete C1-C60',
      'Delete the 14 cases WEB-C1, WEB-C2, WEB-C3, WEB-C4, WEB-C5, WEB-C6, WEB-C7, WEB-C8 and 6 more?',
    ],
    ['cases delete C1 C99', 'Delete the case WEB-C1 "logs in" with 1 comment (tests made from it stay)?'],
  ])('testctl %s', async (line, question) => {
    const { stderr } = await world.type(`testctl ${line} -p WEB`, { ...terminal, keys: 'n\n' })
    expect(stderr).toContain(`${question} [y/N] `)
  })
})

describe('a project', () => {
  const question =
    'Delete the project WEB with 14 cases, 2 milestones, 7 test runs and all tests in them? Type WEB to go on: '

  test('needs its identifier typed once more', async () => {
    const seen = await world.type('testctl projects delete web', { ...terminal, keys: 'WEB\n' })
    expect(seen).toEqual({ exitCode: 0, stdout: '✓ Deleted project WEB: Web\n', stderr: question })
    expect(await world.prints('testctl projects list -q')).toBe('OLD\n')
  })

  test.each([
    ['projects delete WEB', {}, 'deleting the project WEB needs its identifier once more\n  add --confirm WEB'],
    ['projects delete WEB --yes', {}, "unknown option '--yes'\n  try: testctl projects delete WEB --confirm WEB"],
    ['projects delete -y WEB', {}, "unknown option '-y'\n  try: testctl projects delete --confirm WEB WEB"],
    ['projects delete WEB --no-input', { ...terminal, keys: 'WEB\n' }, 'deleting the project WEB needs its identifier'],
    ['projects delete WEB --confirm OLD', {}, 'WEB was not deleted: "OLD" is not its identifier'],
    ['projects delete WEB --confirm OLD --dry-run', {}, 'WEB was not deleted: "OLD" is not its identifier'],
    ['projects delete WEB --confirm web', {}, 'WEB was not deleted: "web" is not its identifier'],
    [
      "projects delete WEB --confirm ''",
      { ...terminal, keys: 'WEB\n' },
      'WEB was not deleted: "" is not its identifier',
    ],
    ['projects delete WEB', { ...terminal, keys: 'y\n' }, 'WEB was not deleted: "y" is not its identifier'],
    ['projects delete WEB', { ...terminal, keys: '\n' }, 'WEB was not deleted: "" is not its identifier'],
    ['projects delete -p WEB', {}, "missing required argument 'project'"],
  ])('stays: testctl %s %j', async (line, typed, what) => {
    const seen = await world.type(`testctl ${line}`, typed)
    expect(seen).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining(`error: ${what}`) })
    expect(await world.prints('testctl projects list -q')).toBe('WEB\nOLD\n')
  })
})

test('what is asked for is always typed: no default stands in for it', async () => {
  const nouns = ['cases', 'runs', 'tests', 'milestones', 'comments']
  for (const typed of ['projects delete', ...nouns.map((noun) => `${noun} delete --yes`)])
    expect((await world.fails(`testctl ${typed} -p WEB`)).stderr).toContain('missing required argument')
})

test('several that were not deleted are spoken of as several', async () => {
  const seen = await world.type('testctl cases delete WEB-C1 WEB-C2', { ...terminal, keys: 'n\n' })
  expect(seen.stderr).toContain('error: the 2 cases WEB-C1, WEB-C2 were not deleted\n')
})

test('the question has the name of what is deleted: cut where it is long, and nothing of it acts on the terminal', async () => {
  const name = `\u001b[2Jall ${'of '.repeat(40)}`
  const { identifier } = await world.json(`testctl cases create -p WEB --name '${name}'`)
  const { stderr } = await world.type(`testctl cases delete ${identifier}`, { ...terminal, keys: 'n\n' })
  expect(stderr).toMatch(/^Delete the case WEB-C15 "\\u001b\[2Jall (of ){24}…" with 0 comments/)
})

test.each([{}, { ...terminal, keys: 'y\n' }])('nobody is asked about a case that is not there (%j)', async (typed) => {
  expect(await world.type('testctl cases delete Login -p WEB', typed)).toEqual({
    exitCode: 3,
    stdout: '',
    stderr: 'error: there is no case Login in the project WEB\n  try: testctl cases list -p WEB --search Login\n',
  })
})
