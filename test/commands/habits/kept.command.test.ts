import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'
import { lineIn, paste } from './paste.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

/** Runs a line that is refused, then the line after `try:` in its error, which must succeed. Returns that line. */
const follows = async (line: string): Promise<string> => {
  const { stdout, stderr, exitCode } = await world.type(`testctl ${line}`)
  const hint = lineIn(stderr) ?? stderr
  expect({ hint, stdout, exitCode }).toEqual({ hint: expect.stringMatching(/^testctl /), stdout: '', exitCode: 2 })
  expect({ hint, ...(await paste(world, hint)) }).toMatchObject({ hint, stderr: '', exitCode: 0 })
  return hint
}

type Test = { result: string; assignedTo: string | null }
const testOf = async (test: string) => {
  const { result, assignedTo } = await world.json<Test>(`testctl tests get ${test}`)
  const comments = await world.json<{ content: string }[]>(`testctl comments list ${test}`)
  return { result, assignedTo, comments: comments.map(({ content }) => content) }
}

describe('who types the line of a hint loses nothing of what was typed before', () => {
  test.each([
    ['tests update WEB-T3 WEB-T4 --result passed --comment "a b"', { result: 'passed', comments: ['a b'] }],
    ['tests update WEB-T3 WEB-T4 --status passed -m "a b"', { result: 'passed', comments: ['a b'] }],
    ['tests update WEB-T3 WEB-T4 --result passed --assigned-to ana -m x', { assignedTo: 'ana', comments: ['x'] }],
    ['tests update WEB-T3 WEB-T4 -m x', { comments: ['x'] }],
    ['tests update WEB-T3 WEB-T4 --assigned-to ana passed', { result: 'passed', assignedTo: 'ana' }],
    ['tests set WEB-T3 WEB-T4 passed --to ana', { result: 'passed', assignedTo: 'ana' }],
    ['tests set WEB-T3 WEB-T4 --status passed --for ana', { result: 'passed', assignedTo: 'ana' }],
    ['tests set WEB-T3 WEB-T4 passed --to ana -m x', { result: 'passed', assignedTo: 'ana', comments: ['x'] }],
    ['tests assign WEB-T3 WEB-T4 --to ana --comment please', { assignedTo: 'ana', comments: ['please'] }],
    ['tests assign WEB-T3 WEB-T4 --to ana --result failed', { result: 'failed', assignedTo: 'ana' }],
    ["tests set passed WEB-T3 WEB-T4 --comment 'now fine'", { result: 'passed', comments: ['now fine'] }],
    ["tests set WEB-T3=passed WEB-T4=passed --comment 'it works'", { result: 'passed', comments: ['it works'] }],
    ["tests set WEB-T3 passed WEB-T4 passed --comment 'it works'", { result: 'passed', comments: ['it works'] }],
  ])('testctl %s', async (line, end) => {
    await follows(line)
    for (const test of ['WEB-T3', 'WEB-T4']) expect(await testOf(test)).toMatchObject(end)
  })

  test('a new test with a result is created, and has it', async () => {
    await follows('tests create WEB-R2 --case WEB-C9 --result passed')
    expect(await world.prints('testctl tests list WEB-R2 --result passed --columns name')).toBe('pays by invoice\n')
  })

  test('a milestone gets its runs together with its name', async () => {
    await follows('milestones update WEB-M2 --name Autumn --add-run WEB-R3')
    await follows('milestones create -p WEB --name Winter --add-run WEB-R4')
    const runs = await world.prints("testctl runs list -p WEB --template '{identifier} {milestone}' --limit 5")
    expect(runs).toContain('WEB-R3 WEB-M2')
    expect(runs).toContain('WEB-R4 WEB-M3')
  })

  test('a case gets a comment together with its name', async () => {
    await follows("cases update WEB-C2 --title 'signs out' --comment why")
    expect(await world.json('testctl cases get WEB-C2')).toMatchObject({ name: 'signs out' })
    expect(await world.prints('testctl comments list WEB-C2 --columns content')).toBe('why\n')
  })

  test('what a name names is copied, in the project that was typed', async () => {
    await world.prints('testctl projects create --name App --identifier APP')
    await world.prints("testctl cases create -p APP --name 'App case'")
    await world.prints("testctl runs create -p APP --name 'App run' --all-cases")
    await follows("runs copy 'App run' -p APP")
    await follows("runs clone APP-R1 --name 'Second run'")
    expect(await world.prints('testctl runs list -p APP --columns name')).toBe('App run\nAgain\nSecond run\n')
  })

  test.each([
    ['cases rename WEB-C3 gets a new one', 'testctl cases get WEB-C3', '"name":"gets a new one"'],
    ['tests comment WEB-T3 looks bad', 'testctl comments list WEB-T3', '"content":"looks bad"'],
    ['tests comment WEB-T3', 'testctl comments list WEB-T3', '"content":"Fails since the last deploy"'],
    ['api tests.update WEB-T3 passed', 'testctl tests get WEB-T3', '"result":"passed"'],
    ["projects create --name 'Täst Öl'", 'testctl projects get TASTOL', '"name":"Täst Öl"'],
    ['projects create Überraschung', 'testctl projects get UBERRASC', '"name":"Überraschung"'],
  ])('testctl %s is what `%s` then shows', async (line, look, shown) => {
    await follows(line)
    expect(JSON.stringify(await world.json(look))).toContain(shown)
  })

  test.each(['api runs.get WEB-R1', 'cases pull -p WEB', 'api cases.list WEB', 'config unset apiKey'])(
    'testctl %s',
    async (line) => {
      expect(await follows(line)).toBeDefined()
    },
  )

  test.each([
    [
      'tests set - passed --to ana',
      'each reads the list: testctl tests set - passed, then testctl tests assign - --to ana',
    ],
    ['tests assign - --to ana --result passed', /each reads the list: .*, then testctl tests set - passed/],
  ])('two commands that would both read one list are no line to type: testctl %s', async (line, said) => {
    const { stderr } = await world.fails(`testctl ${line}`)
    expect(stderr.split('\n')[1]).toMatch(said)
  })
})

test.each([
  ['tests set WEB-T3 failed --message x --commnt y', 'tests set WEB-T3 failed --comment x --commnt y'],
  ['cases create -p WEB --title x --nmae y', 'cases create -p WEB --name x --nmae y'],
])('testctl %s: an option that the line has already does not take the place of another one', async (line, hint) => {
  expect((await world.fails(`testctl ${line}`)).stderr).toContain(`  try: testctl ${hint}\n`)
})
