import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

describe('a short form takes its project from', () => {
  test('--project, before the noun, between, or after the verb', async () => {
    for (const line of ['-p WEB tests get T12', 'tests -p WEB get T12', 'tests get T12 -p WEB', 'tests get -p=WEB t12'])
      expect(await world.prints(`testctl ${line} -q`)).toBe('WEB-T12\n')
  })

  test('TESTCTL_PROJECT', async () => {
    expect(await world.prints('testctl tests get T12 -q', { env: { TESTCTL_PROJECT: 'WEB' } })).toBe('WEB-T12\n')
  })

  test('.testctl.json', async () => {
    await writeFile(join(world.folder, '.testctl.json'), '{"project":"WEB"}')
    expect(await world.prints('testctl tests get T12 -q')).toBe('WEB-T12\n')
  })

  test('what was typed beside it, whatever the default is', async () => {
    expect(await world.prints('testctl tests create WEB-R1 --case C4 -p OLD')).toBe('WEB-T19\n')
  })

  test('and is refused where there is none', async () => {
    expect(await world.fails('testctl tests get t12')).toEqual({
      exitCode: 2,
      stderr: 'error: t12 needs a project\n  write it in full, such as WEB-T12, or give --project WEB\n',
    })
  })
})

test('an id that ends like an identifier is an id', async () => {
  const id = 'a0000000-0000-1000-828e-c00000000000'
  const line = `testctl milestones create -p WEB --name Spring --runs ${id} --dry-run --json`
  expect(await world.json(line)).toMatchObject([{ body: { testRunIds: [id] } }])
})

test('a flag nearer to the end wins', async () => {
  expect(await world.prints('testctl -p OLD tests -p NOPE get T12 -p WEB -q')).toBe('WEB-T12\n')
})

test('a full identifier is of its own project, whatever the default is', async () => {
  expect(await world.prints('testctl tests get WEB-T12 -p OLD -q')).toBe('WEB-T12\n')
})

describe('an identifier costs one look-up, an id none', () => {
  test.each([
    ['tests get WEB-T12 --json', ['GET /v1/tests/test/WEB-T12']],
    ['tests get WEB-T12', ['GET /v1/tests/test/WEB-T12?relations=case%2Ccomments%2Ctest_run']],
    [
      'tests get web-t012 --relations case',
      ['GET /v1/projects?offset=0&limit=1000', 'GET /v1/tests/test/WEB-T12?relations=case'],
    ],
    ['tests update WEB-T12 --result passed', ['GET /v1/tests/test/WEB-T12', 'POST /v1/tests/ID']],
    ['tests set WEB-T12 passed', ['GET /v1/tests/test/WEB-T12', 'POST /v1/tests/ID']],
    ['tests set WEB-T12 WEB-T12 t12 -p WEB passed', ['GET /v1/tests/test/WEB-T12', 'POST /v1/tests/ID']],
    ['tests delete WEB-T12 --yes', ['GET /v1/tests/test/WEB-T12', 'DELETE /v1/tests/ID']],
    ['tests list WEB-R7', ['GET /v1/test-runs/test-run/WEB-R7', 'GET /v1/tests/ID?offset=0&limit=1000']],
    ['cases update WEB-C1 --name x', ['GET /v1/cases/case/WEB-C1', 'POST /v1/cases/ID']],
    ['runs delete WEB-R7 --yes', ['GET /v1/test-runs/test-run/WEB-R7', 'DELETE /v1/test-runs/ID']],
    ['milestones update WEB-M1 --name x', ['GET /v1/milestones/milestone/WEB-M1', 'POST /v1/milestones/ID']],
    ['comments create WEB-T1 --content x', ['GET /v1/tests/test/WEB-T1', 'PUT /v1/comments/ID']],
  ])('testctl %s', async (line, expected) => {
    expect(await world.requests(`testctl ${line}`)).toEqual(expected)
  })

  test.each([
    ['tests update $T12 --result passed', ['POST /v1/tests/ID']],
    ['tests set $T12 passed', ['POST /v1/tests/ID']],
    ['tests assign $T12 --to ana', ['POST /v1/tests/ID']],
    ['tests delete $T12 --yes', ['DELETE /v1/tests/ID']],
    ['tests list $R7', ['GET /v1/tests/ID?offset=0&limit=1000']],
    ['tests create $R1 --case $C4', ['PUT /v1/tests/ID']],
    ['cases update $C1 --name x', ['POST /v1/cases/ID']],
    ['cases delete $C1 --yes', ['DELETE /v1/cases/ID']],
    ['runs update $R1 --name x --add-case $C4 --milestone $M2', ['POST /v1/test-runs/ID']],
    ['milestones update $M1 --runs $R2,$R3', ['POST /v1/milestones/ID']],
    ['comments create $T12 --content x', ['PUT /v1/comments/ID']],
  ])('testctl %s', async (line, expected) => {
    let typed = `testctl ${line}`
    for (const [word, name] of line.matchAll(/\$(\w+)/g)) typed = typed.replace(word, await world.idOf(`WEB-${name}`))
    expect(await world.requests(typed)).toEqual(expected)
  })

  test('the cases of a new run are looked up once each', async () => {
    const requests = await world.requests('testctl runs create -p WEB --name x --cases C1,C2,C1 --milestone M1')
    expect(requests.sort()).toEqual([
      'GET /v1/cases/case/WEB-C1',
      'GET /v1/cases/case/WEB-C2',
      'GET /v1/milestones/milestone/WEB-M1',
      'GET /v1/projects?offset=0&limit=1000',
      'PUT /v1/test-runs/ID',
    ])
  })
})

describe('get of an id', () => {
  test.each(['case', 'run', 'milestone'])('%s is searched in the project', async (noun) => {
    const identifier = `WEB-${noun[0]!.toUpperCase()}1`
    const found = await world.json(`testctl ${noun}s get ${identifier}`)
    expect(await world.json(`testctl ${noun}s get ${String(found['id'])} -p WEB`)).toEqual(found)
    expect(await world.fails(`testctl ${noun}s get ${String(found['id'])} -p OLD`)).toMatchObject({ exitCode: 3 })
    expect(await world.fails(`testctl ${noun}s get ${String(found['id'])}`)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(
        `give its identifier, such as ${identifier}2, or --project to search its ${noun}s`,
      ),
    })
  })

  test('of a test is not possible, and what is possible is said', async () => {
    expect(await world.fails(`testctl tests get ${await world.idOf('WEB-T1')} -p WEB`)).toEqual({
      exitCode: 2,
      stderr:
        'error: the interface has no way to read a test by its id\n' +
        '  give its identifier, such as WEB-T12; testctl tests list WEB-R7 shows it\n',
    })
  })
})

/** One character longer than an id may be. */
const long = 'a'.repeat(129)

describe('what is of another kind is told before any request', () => {
  test.each([
    ['tests get WEB-R12', 'WEB-R12 is a test run, not a test\n  its tests: testctl tests list WEB-R12'],
    ['tests get r12', 'r12 is a test run, not a test\n  its tests: testctl tests list r12'],
    ['tests set WEB-T1 WEB-C2 passed', 'WEB-C2 is a case, not a test'],
    ['tests list WEB-M1', 'WEB-M1 is a milestone, not a test run\n  its runs: testctl milestones status WEB-M1'],
    [
      'tests set WEB-M1 passed',
      'WEB-M1 is a milestone, not a test\n  tests are listed by run: testctl runs list -p WEB',
    ],
    ['cases get WEB-M1', 'WEB-M1 is a milestone, not a case\n  try: testctl cases list -p WEB'],
    ['tests create WEB-R1 --case WEB-T1', 'WEB-T1 is a test, not a case'],
    ['tests delete WEB-C1 --yes', 'WEB-C1 is a case, not a test'],
    ['cases get WEB-T1', 'WEB-T1 is a test, not a case'],
    ['runs get WEB-C1', 'WEB-C1 is a case, not a test run'],
    ['runs create -p WEB --name x --cases C1,R1', 'R1 is a test run, not a case'],
    ['runs create -p WEB --name x --milestone R1', 'R1 is a test run, not a milestone'],
    ['runs update WEB-R1 --add-case WEB-T1', 'WEB-T1 is a test, not a case'],
    ['runs update WEB-R1 --remove-case M1', 'M1 is a milestone, not a case'],
    ['runs update WEB-R1 --milestone WEB-C1', 'WEB-C1 is a case, not a milestone'],
    ['milestones create -p WEB --name x --runs WEB-C1', 'WEB-C1 is a case, not a test run'],
    ['milestones update WEB-M1 --runs R1,M1', 'M1 is a milestone, not a test run'],
    ['tests get WEB-X1', '"WEB-X1" is neither an identifier nor an id of a test\n  a test is written WEB-T12'],
    ["tests get 'a b'", '"a b" is neither an identifier nor an id of a test'],
    ['tests get ../projects', '"../projects" is neither an identifier nor an id of a test'],
    [`cases get ${long}`, `"${long}" is neither an identifier nor an id of a case`],
    [`runs create -p WEB --name x --cases ${long}`, `"${long}" is neither an identifier nor an id of a case`],
    [
      'comments delete ../x --yes',
      '"../x" is neither an identifier nor an id of a comment\n  the list of its case or test shows its id: testctl comments list <case-or-test>',
    ],
    ["cases get ''", '"" is neither an identifier nor an id of a case\n  a case is written WEB-C12'],
  ])('testctl %s', async (line, what) => {
    const { exitCode, stderr } = await world.fails(`testctl ${line} -v`)
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(`error: ${what}`) })
    expect(stderr).not.toMatch(/^> /m)
  })
})

test.each([
  [
    'testctl tests get WEB-T99',
    'there is no test WEB-T99',
    'tests are listed by run: testctl runs list -p WEB, then testctl tests list WEB-R7',
  ],
  [
    'testctl tests get OLD-T1',
    'there is no test OLD-T1',
    'tests are listed by run: testctl runs list -p OLD, then testctl tests list OLD-R7',
  ],
  [
    'testctl tests get WEB-T99',
    'there is no test WEB-T99',
    'tests are listed by run: testctl runs list -p WEB, then testctl tests list WEB-R7',
  ],
  ['testctl cases get WEB-C99', 'there is no case WEB-C99', 'testctl cases list -p WEB'],
  ['testctl cases get MY-APP-C1', 'there is no project MY-APP', 'testctl projects list'],
  ['testctl cases update my-app-C1 --name x', 'there is no project my-app', 'testctl projects list'],
  ['testctl tests list WEB-R99', 'there is no test run WEB-R99', 'testctl runs list -p WEB'],
  ['testctl milestones update WEB-M99 --name x', 'there is no milestone WEB-M99', 'testctl milestones list -p WEB'],
  ['testctl runs delete WEB-R99 --yes', 'there is no test run WEB-R99', 'testctl runs list -p WEB'],
])('what is not there ends with 3: %s', async (line, what, hint) => {
  expect(await world.fails(line)).toEqual({
    exitCode: 3,
    stderr: `error: ${what}\n  ${hint.startsWith('testctl ') ? 'try: ' : ''}${hint}\n`,
  })
  expect(JSON.parse((await world.fails(`${line} --json`)).stderr)).toEqual({
    error: { code: 'not_found', message: what, status: 404, exitCode: 3, hint },
  })
})
