import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Remote, startRemote } from '../../helpers/remote.ts'
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

  describe('a comment that fails after the result was set is partly done', () => {
    let remote: Remote
    let env: Record<string, string>
    beforeEach(async () => {
      remote = await startRemote('key', `file:${world.folder}/team.db`)
      env = { TESTCTL_URL: remote.url, TESTCTL_API_KEY: 'key' }
    })
    afterEach(() => remote.close())

    /** Answers the creation of comments: 403 as a refusal, 502 as from a proxy that failed. */
    const answerComments = (status: 403 | 502) => {
      const answer = { status, headers: { 'content-type': 'application/json' }, body: '{"message":"planted"}' }
      remote.before = async ({ method, path }) =>
        method === 'PUT' && path.startsWith('/v1/comments/') ? answer : undefined
    }

    test('and the line below it writes the comment', async () => {
      answerComments(403)
      const text = "It doesn't open"
      const { stdout, stderr, exitCode } = await world.type(`testctl tests set WEB-T3 failed --comment "${text}"`, {
        env,
      })
      expect({ stdout, exitCode }).toEqual({ stdout: 'WEB-T3\n', exitCode: 7 })
      expect(stderr).toMatch(
        /^error: WEB-T3 is failed, but its comment failed: .+\n {2}try: testctl comments create WEB-T3 /,
      )
      expect(await world.json('testctl tests get WEB-T3')).toMatchObject({ result: 'failed' })
      await world.prints(stderr.replace(/^[^]*try: /, '').trim())
      expect(await commentsOn('WEB-T3')).toEqual([text])
    })

    test('a text that fits into no line is asked for again', async () => {
      answerComments(403)
      const { stderr } = await world.type('testctl tests set WEB-T3 failed --comment -', { env, stdin: 'two\nlines' })
      expect(stderr).toContain('\n  write the same again: testctl comments create WEB-T3 --content -\n')
    })

    test('one without an answer is looked for first', async () => {
      answerComments(502)
      const { stderr, exitCode } = await world.type("testctl tests set WEB-T3 failed --comment 'x'", { env })
      expect(exitCode).toBe(7)
      expect(stderr).toMatch(
        /^error: WEB-T3 is failed, but its comment is unknown: PUT .+ may or may not have been created\n {2}look first: testctl comments list WEB-T3\n$/,
      )
    })

    test.each([
      [403, '2 of 2 tests changed, 2 comments not written', 'fix these, then run it again for them'],
      [502, '2 of 2 tests changed, 2 comments unknown', 'look first: testctl comments list WEB-T4'],
    ] as const)('of several, answered with %i, the tests count as changed', async (status, message, hint) => {
      answerComments(status)
      const line = "testctl tests set WEB-T4 WEB-T5 failed --comment 'x' --json"
      const { stdout, stderr, exitCode } = await world.type(line, { env })
      expect(exitCode).toBe(7)
      expect(JSON.parse(stdout)).toHaveLength(2)
      const left = { path: 'WEB-T5', message: expect.stringContaining('WEB-T5 is failed, but its comment') as string }
      expect(JSON.parse(stderr)).toMatchObject({ error: { message, hint, issues: [{ path: 'WEB-T4' }, left] } })
    })
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
