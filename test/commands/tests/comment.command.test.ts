import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startRemote } from '../../helpers/remote.ts'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const commentsOn = async (test: string): Promise<string[]> =>
  (await world.json<{ content: string }[]>(`testctl comments list ${test}`)).map(({ content }) => content)

describe('tests set --comment', () => {
  test('sets the result and comments once on each test, also on one that is named twice', async () => {
    await world.prints("testctl tests set WEB-T3 WEB-T4 WEB-T3 failed --comment 'No form is shown'")
    expect(await commentsOn('WEB-T3')).toEqual(['No form is shown'])
    expect(await commentsOn('WEB-T4')).toEqual(['No form is shown'])
    expect(await world.json('testctl tests get WEB-T3')).toMatchObject({ result: 'failed' })
  })

  test('takes the text from stdin', async () => {
    await world.prints('testctl tests set WEB-T3 failed --comment -', { stdin: 'two\nlines' })
    expect(await commentsOn('WEB-T3')).toEqual(['two\nlines'])
  })

  test.each([
    ["testctl tests set WEB-T3 failed --comment ''", 'the comment is empty'],
    ['testctl tests set --from x.ndjson --comment x', '--comment and --from exclude each other'],
    ['testctl tests set - failed --comment -', 'stdin cannot be both the tests and the comment'],
  ])('%s sends nothing', async (line, message) => {
    const { exitCode, stderr } = await world.fails(line, { stdin: 'WEB-T3' })
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) as string })
  })

  test('a comment that fails after the result was set is partly done: exit 7 and what is left to do', async () => {
    const remote = await startRemote('key', `file:${world.folder}/team.db`)
    const env = { TESTCTL_URL: remote.url, TESTCTL_API_KEY: 'key' }
    remote.before = async ({ method, path }) =>
      method === 'PUT' && path.startsWith('/v1/comments/')
        ? { status: 403, headers: { 'content-type': 'application/json' }, body: '{"error":{"message":"no comments"}}' }
        : undefined
    const { exitCode, stderr } = await world.type("testctl tests set WEB-T3 failed --comment 'x'", { env })
    expect(exitCode).toBe(7)
    expect(stderr).toMatch(
      /^error: WEB-T3 is failed, but its comment failed: .+\n {2}try: testctl comments create WEB-T3 /,
    )
    expect(await world.json('testctl tests get WEB-T3')).toMatchObject({ result: 'failed' })
    const bulk = await world.type("testctl tests set WEB-T4 WEB-T5 failed --comment 'x'", { env })
    expect(bulk.exitCode).toBe(7)
    expect(bulk.stderr).toContain('WEB-T5 is failed, but its comment failed')
    await remote.close()
  })
})

describe('tests list without a run', () => {
  test('--assigned-to me lists what one has in all runs, the newest run first', async () => {
    await world.prints('testctl tests assign WEB-T1 WEB-T6 --to ana')
    const mine = 'WEB-T11\nWEB-T6\nWEB-T1\n'
    expect(await world.prints('testctl tests list -p WEB --assigned-to me -q')).toBe(mine)
    expect(await world.prints('testctl tests list -p WEB --assigned-to @me -q')).toBe(mine)
    expect(await world.prints('testctl tests list -p WEB --assigned-to @me --result untested -q --limit 1')).toBe(
      'WEB-T6\n',
    )
    const related = await world.json<{ case?: { name: string } }[]>(
      'testctl tests list -p WEB --assigned-to me --relations case',
    )
    expect(related[0]?.case?.name).toBe('filters by price')
    expect(await world.prints('testctl tests list WEB-R3 --assigned-to @me -q')).toBe('WEB-T6\n')
  })

  test('asks which run, where nothing narrows it', async () => {
    const { exitCode, stderr } = await world.fails('testctl tests list -p WEB')
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/^error: which run\?\n {2}name it: testctl tests list WEB-R7; over/)
  })
})
