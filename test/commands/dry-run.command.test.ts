import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSeededWorld, hideIds, type SeededWorld } from '../helpers/seed.ts'

// One world for all tests: a dry run does not change it.
let world: SeededWorld
beforeAll(async () => {
  world = await createSeededWorld()
  await writeFile(join(world.folder, 'report.xml'), '<testsuite><testcase name="logs in"/></testsuite>')
  await world.prints('testctl runs submit report.xml --run WEB-R1 --journal journal.ndjson')
  await writeFile(join(world.folder, 'changes.ndjson'), '{"test":"WEB-T1","result":"failed","comment":"why"}')
})
afterAll(() => world.remove())

const lines: [line: string, requests: string[]][] = [
  [
    "projects create --name A --identifier A --icon i --color '#000'",
    ['PUT /v1/projects {"name":"A","identifier":"A","icon":"i","color":"#000"}'],
  ],
  ['projects update WEB --name A', ['POST /v1/projects/ID {"name":"A"}']],
  ['projects delete WEB', ['DELETE /v1/projects/ID']],
  [
    "cases create -p WEB --name A --step 'a => b'",
    ['PUT /v1/cases/ID {"name":"A","preconditions":"","steps":[{"action":"a","expectation":"b"}]}'],
  ],
  [
    'cases update WEB-C1 --custom-field a=b',
    ['POST /v1/cases/ID {"customFields":{"area":"login","weight":0,"a":"b"}}'],
  ],
  ['cases edit WEB-C1 --name A', ['POST /v1/cases/ID {"name":"A"}']],
  ['cases delete WEB-C1', ['DELETE /v1/cases/ID']],
  ['runs create -p WEB --name A --cases C1', ['PUT /v1/test-runs/ID {"name":"A","caseIds":["ID"]}']],
  [
    'runs update WEB-R1 --milestone M2 --remove-case C2',
    ['POST /v1/test-runs/ID {"milestoneId":"ID","caseIdsToRemove":["ID"]}'],
  ],
  ['runs delete WEB-R1', ['DELETE /v1/test-runs/ID']],
  ['runs undo journal.ndjson', ['POST /v1/tests/ID {"result":"untested"}']],
  ['tests create WEB-R1 --case C4', ['PUT /v1/tests/ID {"caseId":"ID"}']],
  ['tests update WEB-T1 --assigned-to ana', ['POST /v1/tests/ID {"assignedTo":"ana"}']],
  [
    'tests set WEB-T1 WEB-T2 passed',
    ['POST /v1/tests/ID {"result":"passed"}', 'POST /v1/tests/ID {"result":"passed"}'],
  ],
  [
    'tests set --from changes.ndjson',
    ['POST /v1/tests/ID {"result":"failed"}', 'PUT /v1/comments/ID {"content":"why"}'],
  ],
  ['tests assign WEB-T1 --to ana', ['POST /v1/tests/ID {"assignedTo":"ana"}']],
  ['tests delete WEB-T1', ['DELETE /v1/tests/ID']],
  ['milestones create -p WEB --name A --runs R1', ['PUT /v1/milestones/ID {"name":"A","testRunIds":["ID"]}']],
  ["milestones update WEB-M1 --runs ''", ['POST /v1/milestones/ID {"testRunIds":[]}']],
  ['milestones delete WEB-M1', ['DELETE /v1/milestones/ID']],
  ['comments create WEB-T1 --content A', ['PUT /v1/comments/ID {"content":"A"}']],
  ['comments delete 7f9c2ba4-e88f-4a5b-9c1d-3f2a8b6d0e11', ['DELETE /v1/comments/ID']],
  [
    'api POST /v1/tests/7f9c2ba4-e88f-4a5b-9c1d-3f2a8b6d0e11 -f result=passed',
    ['POST /v1/tests/ID {"result":"passed"}'],
  ],
  ['api DELETE /v1/cases/7f9c2ba4-e88f-4a5b-9c1d-3f2a8b6d0e11', ['DELETE /v1/cases/ID']],
  ['api /v1/projects -f limit=1', ['GET /v1/projects?limit=1']],
  ['api /v1/projects --paginate', ['GET /v1/projects?limit=1000&offset=0']],
  ['tests assign - --to ana', []],
]

/** Returns the lines with requests. `cases update` prints the old and the new values below them. */
const requestsIn = (printed: string) => printed.split('\n').filter((line) => /^(GET|PUT|POST|DELETE) /.test(line))

const contents = async () =>
  createHash('sha256')
    .update(await readFile(join(world.folder, 'team.db')))
    .digest('hex')

describe.each(lines)('testctl %s --dry-run', (line, requests) => {
  test('prints what would be sent, and changes nothing', async () => {
    const before = await contents()
    const printed = await world.prints(`testctl ${line} --dry-run`)
    expect(requestsIn(hideIds(printed))).toEqual(requests)
    expect(hideIds(await world.prints(`testctl ${line} --dry-run`, { terminal: 80 }))).toBe(
      hideIds(printed) || 'nothing would be changed\n',
    )
    const json = await world.json<{ method: string; path: string; body?: unknown }[]>(`testctl ${line} --dry-run`)
    expect(
      json.map(({ method, path, body }) => [method, path, body && JSON.stringify(body)].filter(Boolean).join(' ')),
    ).toEqual(requestsIn(printed))
    expect(await contents()).toBe(before)
  })

  test('reads only', async () => {
    const requested = await world.requests(`testctl ${line} --dry-run`)
    expect(requested.filter((request) => !request.startsWith('GET '))).toEqual([])
  })
})

describe('a submission tells its plan in the place of the requests, and changes nothing', () => {
  test.each([
    'runs submit report.xml --run WEB-R2',
    "exec --run WEB-R2 --report report.xml -- sh -c 'echo >> report.xml'",
  ])('testctl %s', async (line) => {
    const before = await contents()
    const { stdout, stderr, exitCode } = await world.type(line.replace(/^(exec|runs submit)/, 'testctl $1 --dry-run'))
    expect({ exitCode, said: stdout + stderr }).toEqual({
      exitCode: 0,
      said: expect.stringMatching(/^WEB-R2 Nightly 2 — a dry run: nothing was changed\n {2}1 untested → passed/),
    })
    expect(await contents()).toBe(before)
  })
})

test('every command that changes something was tried here', async () => {
  // The dry runs of `cases import` and `cases export` are tested next to these commands.
  const tried = [...lines, ['runs submit'], ['exec'], ['cases import'], ['cases export']].map(([line = '']) =>
    line
      .split(' ')
      .slice(0, /^(api|exec)/.test(line) ? 1 : 2)
      .join(' '),
  )
  for (const noun of [
    'projects',
    'cases',
    'runs',
    'tests',
    'milestones',
    'comments',
    'api',
    'auth',
    'config',
    'demo',
    'exec',
  ]) {
    const verbs = [
      ...(await world.prints(`testctl ${noun} --help`)).matchAll(/^ {2}([a-z]+) {2,}|^ {2}([a-z]+) </gm),
    ].map((found) => found[1] ?? found[2])
    for (const command of verbs.length > 0 ? verbs.map((verb) => `${noun} ${verb}`) : [noun])
      if ((await world.prints(`testctl ${command} --help`)).includes('--dry-run'))
        expect(tried, 'add a line to `lines` above').toContain(command)
  }
})

describe('what would fail fails', () => {
  test.each([
    ['cases update WEB-C99 --name x', 3],
    ['runs create -p NOPE --name x --empty', 3],
    ['tests set WEB-R1 passed', 2],
    ['projects delete NOPE', 3],
    ["api POST /v1/tests/x --input '{'", 2],
    ['api POST /v1/tests/../projects', 2],
  ])('testctl %s --dry-run', async (line, exitCode) => {
    expect((await world.fails(`testctl ${line} --dry-run`)).exitCode).toBe(exitCode)
    expect((await world.fails(`testctl ${line} --dry-run --json`)).exitCode).toBe(exitCode)
  })

  test('and what comes before it is shown', async () => {
    const { stdout, stderr, exitCode } = await world.type('testctl tests set WEB-T1 WEB-T99 passed --dry-run')
    expect(hideIds(stdout)).toBe('POST /v1/tests/ID {"result":"passed"}\n')
    expect(stderr).toContain('error: 1 of 2 tests would be changed, 1 failed\n')
    expect(exitCode).toBe(7)
  })
})

test.each([
  ['cases delete nope', 'DELETE /v1/cases/nope\n'],
  ['tests set nope passed', 'POST /v1/tests/nope {"result":"passed"}\n'],
  ['comments create nope --content x', 'PUT /v1/comments/nope {"content":"x"}\n'],
])('a word that may be an id of the service is told as not checked: testctl %s --dry-run', async (line, stdout) => {
  expect(await world.type(`testctl ${line} --dry-run`)).toEqual({
    exitCode: 0,
    stdout,
    stderr: 'warning: nope is taken for an id; a dry run cannot tell whether it exists\n',
  })
})
