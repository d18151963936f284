import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

// The variables of GitHub Actions that names and annotations need.
const env = { GITHUB_ACTIONS: 'true', GITHUB_REF_NAME: 'main', GITHUB_RUN_NUMBER: '7' }

test('runs status finds a run by the name that a job gave it, and holds it against a gate', async () => {
  await world.prints('testctl runs create -p WEB --name "CI main 7" --cases C1,C2')
  const line = "testctl runs status -p WEB --name 'CI {branch} {build}' --gate untested"
  const { stdout, stderr, exitCode } = await world.type(line, { env })
  expect(stdout).toMatch(/^WEB-R8\b.*CI main 7/)
  expect({ stderr, exitCode }).toMatchObject({ stderr: expect.stringContaining('of WEB-R8 is not met'), exitCode: 8 })
})

const create = (cases: string) => world.prints(`testctl runs create -p WEB --name twice ${cases}`)

test.for(['runs status', 'runs wait', 'runs report'])(
  '%s takes no name that several runs with tests have',
  async (verb) => {
    for (const cases of ['--cases C1', '--cases C1']) await create(cases)
    expect(await world.fails(`testctl ${verb} -p WEB --name twice`)).toEqual({
      exitCode: 2,
      stderr: 'error: 2 test runs are named "twice": WEB-R8, WEB-R9\n  name one by its identifier: WEB-R8\n',
    })
  },
)

test('of several runs of one name it is the one with tests; of empty ones the first, into which --reuse submits', async () => {
  for (const cases of ['--empty', '--empty']) await create(cases)
  expect(await world.prints('testctl runs status -p WEB --name twice')).toMatch(/^WEB-R8\b/)
  await create('--cases C1')
  expect(await world.prints('testctl runs status -p WEB --name twice')).toMatch(/^WEB-R10\b/)
})

test('runs wait takes a name as well', async () => {
  await world.prints('testctl runs create -p WEB --name "CI main 7" --cases C1')
  await world.prints('testctl tests set WEB-T19 passed')
  expect(await world.prints("testctl runs wait -p WEB --name 'CI {branch} {build}'", { env })).toContain('CI main 7')
})

test('runs wait waits for a run of a name that another job has not made yet', async () => {
  const waiting = world.type("testctl runs wait -p WEB --name 'CI {branch} {build}' --interval 10ms --timeout 1m", {
    env,
  })
  await world.prints('testctl runs create -p WEB --name "CI main 7" --cases C1')
  await world.prints('testctl tests set WEB-T19 passed')
  expect(await waiting).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('CI main 7') })
})

test('runs wait ends with 3 where no run of the name came in time, and at once where the project is not there', async () => {
  const line = 'testctl runs wait --name absent --interval 5ms'
  expect(await world.type(`${line} -p WEB --timeout 0.01`)).toEqual({
    stdout: '',
    stderr:
      'warning: there is no test run named "absent" in the project WEB; waiting for it\n' +
      'error: there is no test run named "absent" in the project WEB after 0.01s\n  try: testctl runs list -p WEB\n',
    exitCode: 3,
  })
  expect(await world.fails(`${line} -p NOPE`)).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('no project NOPE'),
  })
})

test.each(['', ' '])('runs wait does not wait for a run whose name is empty (%j)', async (name) => {
  expect(await world.fails(`testctl runs wait -p WEB --name '${name}' --timeout 1m`)).toEqual({
    exitCode: 3,
    stderr: `error: there is no test run named ${JSON.stringify(name)} in the project WEB\n  try: testctl runs list -p WEB\n`,
  })
})

test.each([
  "runs create -p WEB --cases C1 --name 'CI {branch} {build}'",
  "runs update WEB-R1 --name 'CI {branch} {build}'",
])('%s fills the name in, so that runs status finds the run by it', async (line) => {
  const identifier = await world.prints(`testctl ${line}`, { env })
  expect(await world.prints(`testctl runs get ${identifier.trim()} --template '{name}'`)).toBe('CI main 7\n')
  const found = await world.prints("testctl runs status -p WEB --name 'CI {branch} {build}'", { env })
  expect(found).toMatch(new RegExp(`^${identifier.trim()}\\b`))
})

test('a name of runs create has the day of UTC, and a brace that is written {{', async () => {
  await world.prints("testctl runs create -p WEB --empty --name '{date} {{id}'")
  expect(await world.prints("testctl runs get WEB-R8 --template '{name}'")).toMatch(/^\d{4}-\d\d-\d\d \{id\}\n$/)
})

test.each([
  ['runs create -p WEB --empty', '{id}', 'there is no {id} to fill in\n  there are {branch} {commit} '],
  ['runs update WEB-R1', '{job}', '{job} has no value: this is not a CI system that testctl knows\n'],
])('%s --name %j is refused, as by runs submit, and nothing is sent', async (line, word, message) => {
  const { stderr, exitCode } = await world.fails(`testctl ${line} --name 'x ${word}' -v`)
  expect({ stderr, exitCode }).toEqual({ stderr: expect.stringContaining(`error: ${message}`), exitCode: 2 })
  expect(stderr).not.toContain('> ')
})

test('a name that no run has ends with 3, and the list of runs is the next step', async () => {
  expect(await world.type('testctl runs status -p WEB --name absent')).toEqual({
    stdout: '',
    stderr: 'error: there is no test run named "absent" in the project WEB\n  try: testctl runs list -p WEB\n',
    exitCode: 3,
  })
})

test('a run and a name exclude each other, and one of them is needed', async () => {
  const hint = "  give its identifier, such as WEB-R7, or its name: --name 'CI {branch} {build}'\n"
  const both = await world.type('testctl runs status WEB-R7 --name absent')
  expect(both).toMatchObject({ stderr: `error: a run and --name exclude each other\n${hint}`, exitCode: 2 })
  const none = await world.type('testctl runs wait')
  expect(none).toMatchObject({ stderr: `error: which run?\n${hint}`, exitCode: 2 })
})

test('--annotate writes the failed tests to stderr, and stdout stays what it is', async () => {
  const plain = await world.prints('testctl runs status WEB-R7 --json', { env })
  const { stdout, stderr } = await world.type('testctl runs status WEB-R7 --json --annotate', { env })
  expect(stdout).toBe(plain)
  expect(stderr).toMatch(/^(::error title=WEB-T\d+ [^\n]+::failed\n){2}$/)
  expect((await world.type('testctl runs status WEB-R7 --annotate')).stderr).toBe('')
  for (const verb of ['status', 'report']) {
    const named = await world.type(`testctl runs ${verb} WEB-R7 --annotations azure`)
    expect(named.stderr).toMatch(/^(##vso\[task\.logissue type=error\]WEB-T\d+ [^\n]+\n){2}$/)
  }
})

test('--annotations of GitLab says which files it shows instead', async () => {
  expect(await world.type('testctl runs report WEB-R7 --annotations gitlab')).toMatchObject({
    exitCode: 2,
    stderr:
      'error: GitLab shows no annotations from a log\n  write a report that it shows: testctl runs report WEB-R7 --junit junit.xml --gitlab links.json\n',
  })
})
