import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

// Users type the line after `try:` as it is: it must keep the service, project and --dry-run of the first line.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

/** Returns the line after `try:` in the error of a command line. */
const triedAfter = async (line: string, env: Record<string, string> = {}): Promise<string> => {
  const { stderr } = await world.type(line, { env })
  const [, hint] = /^ {2}try: (.*)$/m.exec(stderr) ?? []
  if (hint === undefined) throw new Error(`${line} says nothing to try:\n${stderr}`)
  return hint
}
const resultOf = async (test: string): Promise<string> =>
  (await world.type(`testctl tests get ${test} --template '{result}'`)).stdout.trim()

test.each([
  ['tests set passed WEB-T1 --dry-run', 'testctl tests set --dry-run WEB-T1 passed'],
  ['tests set WEB-T1 --dry-run', 'testctl tests set --dry-run WEB-T1 passed'],
  ["runs rename WEB-R1 'New name' --dry-run", "testctl runs update --dry-run WEB-R1 --name 'New name'"],
])('%s: what is to be typed shows it, and changes nothing', async (line, hint) => {
  expect(await triedAfter(`testctl ${line}`)).toBe(hint)
  const before = await world.type('testctl tests list WEB-R1 --json')
  expect((await world.type(hint)).exitCode).toBe(0)
  expect(await world.type('testctl tests list WEB-R1 --json')).toEqual(before)
})

test('a line with a profile is to be typed again with that profile', async () => {
  const noService = { TESTCTL_URL: '' }
  const type = async (line: string) => world.type(line, { env: noService })
  const store = `file:${world.folder}/team.db`
  expect((await type(`testctl auth login --url ${store} --profile work`)).exitCode).toBe(0)
  expect((await type(`testctl auth login --url file:${world.folder}/other.db --profile other`)).exitCode).toBe(0)
  const hint = await triedAfter('testctl tests set WEB-T1 --profile=work', noService)
  expect(hint).toBe('testctl tests set --profile work WEB-T1 passed')
  expect((await type(hint)).exitCode).toBe(0)
  expect(await resultOf('WEB-T1')).toBe('passed')
})

test('what undoes a submission names its profile', async () => {
  const env = { TESTCTL_URL: '' }
  await world.type(`testctl auth login --url file:${world.folder}/team.db --profile work`, { env })
  const { stdout } = await world.type('testctl runs submit - --run WEB-R1 --profile work', {
    env,
    stdin: '<testsuite><testcase name="WEB-T1"/></testsuite>',
  })
  const [, undo = ''] = /^ {2}undo +(testctl .*)$/m.exec(stdout) ?? []
  expect(undo).toMatch(/ --profile work$/)
  expect((await world.type(undo, { env })).exitCode).toBe(0)
  expect(await resultOf('WEB-T1')).toBe('untested')
})

test.each([
  ["cases get 'Log in' -p WEB", "testctl cases list -p WEB --search 'Log in'"],
  ['tests set passed T1 -pWEB', 'testctl tests set -p WEB T1 passed'],
  ['store verify --store file:./x.db', 'testctl store check --store file:./x.db'],
])('%s: the line to type says the same project or store', async (line, hint) => {
  expect(await triedAfter(`testctl ${line}`)).toBe(hint)
})

test('a line that says its project itself, and one that another command needs first, stay as they are', async () => {
  expect(await triedAfter("testctl tests comment WEB-T1 'x' -p APP")).toBe('testctl comments create WEB-T1 --content x')
  const line = 'testctl cases create -p WEB --name x --dry-run --profile=work'
  const { stderr } = await world.type(line, { env: { TESTCTL_URL: '' } })
  expect(stderr).toBe('error: there is no profile "work"\n  try: testctl auth login --profile work\n')
})
