import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

// The output and the exit code of an import that fails in part.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())
const file = (name: string, text: string) => writeFile(join(world.folder, name), text)
const long = 'n'.repeat(501)

describe.each([
  [
    'an export',
    'export.csv',
    (names: readonly string[]) => `id,name\n${names.map((name, at) => `${at + 1},${name}\n`).join('')}`,
  ],
  [
    'a file of testctl',
    'cases.ndjson',
    (names: readonly string[]) => names.map((name) => `{"name":"${name}"}\n`).join(''),
  ],
])('%s with a case that the service refuses', (_, name, textOf) => {
  test('counts it as failed, not as new; the others are imported, and it ends with 7', async () => {
    await file(name, textOf([long, 'Pay']))
    const { stdout, stderr, exitCode } = await world.type(`testctl cases import ${name} -p OLD`)
    expect({ stdout, exitCode }).toEqual({ stdout: '+ 1 new  ! 1 failed  = 0 unchanged\n', exitCode: 7 })
    expect(stderr).toContain('error: 1 case failed\n')
  })

  test('ends with the code of the reason where it is the same for all', async () => {
    await file(name, textOf([long, `${long}n`]))
    const { stdout, stderr, exitCode } = await world.type(`testctl cases import ${name} -p OLD`)
    expect({ stdout, exitCode }).toEqual({ stdout: '! 2 failed  = 0 unchanged\n', exitCode: 5 })
    expect(stderr).toMatch(new RegExp(`error: 2 cases failed\\n.*- ${name}`, 's'))
    const json = await world.type(`testctl cases import ${name} -p OLD --json`)
    expect(JSON.parse(json.stdout)).toMatchObject({ counts: { new: 0 }, created: [], failed: 2 })
  })
})

test('the steps of Shared Steps of Azure are named as lost, in a pipe too, and in the report', async () => {
  const header = 'ID,Work Item Type,Title,Test Step,Step Action,Step Expected,Area Path,State,Tags'
  const shared = '7,Shared Steps,Sign in,,,,,,\n,,,1,Open,Form,,,\n,,,2,Type,Name,,,'
  await file('az.csv', `${header}\n${shared}\n8,Test Case,Buy,,,,P,Design,\n,,,1,Pay,Paid,,,\n`)
  const { stdout, stderr } = await world.type('testctl cases import az.csv -p OLD --report r.md')
  expect(stdout).toBe('+ 1 new  = 0 unchanged\n')
  expect(stderr).toContain('warning: az.csv (Azure Test Plans CSV): 1 read = 1 new\n  not carried: 2 shared steps\n')
  expect(await readFile(join(world.folder, 'r.md'), 'utf8')).toContain('  - line 3 (Sign in)\n')
})

test('what was read and is not a case, such as a suite, is called so', async () => {
  const suite =
    '<testsuite name="Shop"><details><![CDATA[All of it]]></details><testcase internalid="1" name="Pay"><summary/></testcase></testsuite>'
  await file('tl.xml', `<?xml version="1.0"?>${suite}`)
  const { stderr } = await world.type('testctl cases import tl.xml -p OLD --report r.md')
  expect(stderr).toContain('\n  not carried: 1 suite description\n  not cases: 1 suite\n')
  expect(await readFile(join(world.folder, 'r.md'), 'utf8')).toContain('\n## Not cases\n\n- 1 suite:\n')
})

test('an export none of whose cases can be read says so, and ends with 2', async () => {
  await file('export.csv', 'id,name\n1,A "q" b\n')
  const { stderr, exitCode } = await world.fails('testctl cases import export.csv -p OLD --report r.md')
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringContaining('error: 1 case could not be read, and there is no other\n'),
  ])
  expect(stderr).toContain('export.csv:2: a quote is in a cell that is not quoted')
})

test('a project that is typed as a word beside an export gets its flag, unless it is a folder', async () => {
  await file('export.csv', 'id,name\n1,Pay\n')
  const line = 'testctl cases import export.csv OLD'
  expect(await world.fails(line)).toEqual({
    exitCode: 2,
    stderr: 'error: there is no folder and no file OLD\n  try: testctl cases import export.csv -p OLD\n',
  })
  await mkdir(join(world.folder, 'OLD'))
  expect((await world.fails(line)).stderr).toMatch(/^error: import the folder of cases and the file .* separately\n/)
})

test('a CSV in which a merge of git is not finished is refused: half of it would be imported', async () => {
  await file('a.csv', 'id,name\n<<<<<<< HEAD\n1,Pay\n=======\n1,Pay in cash\n>>>>>>> topic\n2,Log in\n')
  const { stdout, stderr, exitCode } = await world.type('testctl cases import a.csv -p OLD')
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
  expect(stderr).toContain('error: a.csv:2: a merge of git is not finished here: keep one side')
})

test.each([
  ['the description', 2, (text: string) => `Feature: Pay\n${text}\n  Scenario: Pays\n    Given a cart\n`],
  ['a doc string', 5, (text: string) => `Feature: Pay\n  Scenario: Pays\n    Given a cart\n"""\n${text}"""\n`],
])('a feature file in which a merge of git is not finished in %s is refused', async (_, line, feature) => {
  await file('a.feature', feature('<<<<<<< HEAD\nin cash\n=======\nby card\n>>>>>>> topic\n'))
  const { stdout, stderr, exitCode } = await world.type('testctl cases import a.feature -p OLD')
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
  expect(stderr).toContain(`error: a.feature:${line}: a merge of git is not finished here: keep one side`)
})
