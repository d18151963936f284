import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'
import { openKeyboard } from './keyboard.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const execute = (flags: string, more: { pid?: number; isRunning?: (pid: number) => boolean } = {}) =>
  openKeyboard(`testctl runs execute ${flags}`, { env: { ...world.env, NO_COLOR: '1' }, cwd: world.folder, ...more })

const play = async (flags: string, keys: string) => {
  const session = execute(`${flags} --plain`)
  await session.see(/all keys\.\n$/)
  session.press(keys)
  return session.end()
}

describe('what a session ends with', () => {
  test('--json prints what was set, and what the run holds', async () => {
    const { stdout, exitCode } = await play('WEB-R2 --json', 'pfbroken\rq')
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      run: { identifier: 'WEB-R2' },
      results: { passed: 1, failed: 1, untested: 1 },
      set: [
        { identifier: 'WEB-T3', from: 'untested', to: 'passed', comment: '' },
        { identifier: 'WEB-T4', from: 'untested', to: 'failed', comment: 'broken' },
      ],
    })
  })

  test('a session with notes alone says how many, and not that nothing was done', async () => {
    expect((await play('WEB-R2', 'nslow\rq')).stdout).toContain('\nYou wrote 1 note.\n')
    expect((await play('WEB-R2', 'q')).stdout).toContain('\nYou set nothing.\n')
  })

  test('a gate that is not met is exit 8', async () => {
    expect(await play('WEB-R2 --gate failed', 'pf\rq')).toMatchObject({ exitCode: 8 })
    expect(await play('WEB-R3 --gate failed', 'pq')).toMatchObject({ exitCode: 0 })
  })

  test('Ctrl-C is exit 130, and what was set is there', async () => {
    expect(await play('WEB-R2', 'p\u0003')).toMatchObject({ exitCode: 130, stdout: '' })
    expect(await world.prints('testctl tests list WEB-R2 --columns result')).toBe('passed\nuntested\nuntested\n')
  })

  test('only the tests that were chosen are shown, from the one that was named', async () => {
    expect((await play('WEB-R7 --only FAILED', 'ppq')).stdout).toContain('You set 2 tests: 2 passed')
    const session = execute('WEB-R7 --mine --only inProgress --plain')
    await session.end().then(({ stdout, stderr }) => expect({ stdout, stderr }).toMatchObject({ stderr: '' }))
    await world.prints('testctl tests assign WEB-T16 WEB-T18 --to ana')
    expect((await play('WEB-R7 --mine --from WEB-T18', 'pq')).stderr).toContain('Test 2 of 2: ')
  })

  test('the next command goes on with the same tests, and is another one when those are through', async () => {
    await world.prints('testctl tests assign WEB-T3 WEB-T4 --to ana')
    expect((await play('WEB-R2 --mine', 'pq')).stdout).toMatch(/\nNext: testctl runs execute WEB-R2 --mine --plain\n$/)
    expect((await play('WEB-R2 --mine', 'pq')).stdout).toMatch(/\nNext: testctl runs status WEB-R2\n$/)
    expect((await execute('WEB-R2 --mine').end()).stdout).toMatch(
      /No test fits --mine\.\nNext: testctl runs status WEB-R2\n$/,
    )
  })

  test('--assigned-to @me shows the tests of whose key it is', async () => {
    await world.prints('testctl tests assign WEB-T4 --to ana')
    const { stdout, stderr } = await play('WEB-R2 --assigned-to @me', 'pq')
    expect(stderr).toContain('Test 1 of 1: ')
    expect(stdout).toContain('You set 1 test: 1 passed')
  })

  test('where there is nothing to show, it is said why', async () => {
    const said = async (flags: string) => (await execute(flags).end()).stdout.split('\n').at(-3)
    expect(await said("WEB-R2 --only failed --assigned-to 'Zoe Zed'")).toBe(
      "No test fits --assigned-to 'Zoe Zed' --only failed.",
    )
    await world.prints('testctl tests assign WEB-T3 WEB-T4 WEB-T5 --to ben')
    await world.prints('testctl tests set WEB-T3 WEB-T4 WEB-T5 inProgress')
    expect(await said('WEB-R2')).toBe('No test waits for you: others have the remaining ones in progress.')
    await world.prints('testctl tests set WEB-T3 WEB-T4 WEB-T5 passed')
    expect(await said('WEB-R2')).toBe('Every test has a result.')
  })

  test('--no-claim leaves tests to nobody', async () => {
    await play('WEB-R3 --no-claim', 'pq')
    expect(await world.prints('testctl tests get WEB-T6 --columns result,assignedTo')).toBe('passed\t\n')
  })
})

describe('what cannot be', () => {
  test('without a terminal: exit 2, and other ways are named', async () => {
    const { exitCode, stderr } = await world.fails('testctl runs execute WEB-R2')
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(
      /^error: runs execute needs a terminal: .+\n {2}without one: testctl tests set .+ runs submit/,
    )
  })

  test('a run without tests', async () => {
    expect(await execute('WEB-R4').end()).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(
        /^error: WEB-R4 has no tests\n {2}try: testctl runs update WEB-R4 --add-case/,
      ) as string,
    })
  })

  test('a test that is not of the run', async () => {
    expect(await execute('WEB-R2 --from WEB-T1').end()).toMatchObject({ exitCode: 3 })
  })

  test('a run that is deleted meanwhile is told once, whatever is set of its tests', async () => {
    const session = execute('WEB-R7 --plain')
    await session.see(/all keys\.\n$/)
    await world.prints('testctl runs delete WEB-R7 --yes')
    session.press('pfbroken\rp')
    await session.see(/The run WEB-R7 was deleted: nothing more is stored\. Press q to quit\.\n/)
    session.press('sq')
    const { exitCode, stderr } = await session.end()
    expect({ exitCode, stderr }).toEqual({
      exitCode: 3,
      stderr: expect.stringMatching(
        /error: there is no test run WEB-R7: it may have been deleted\n {2}try: testctl runs list -p WEB\n$/,
      ) as string,
    })
    expect(stderr.match(/was deleted:/g)).toHaveLength(1)
    expect(stderr).not.toMatch(/WEB-T\d+ .* was deleted|Every test has a result/)
  })

  test('one of us twice', async () => {
    const first = execute('WEB-R2 --plain', { pid: 4711 })
    await first.see(/all keys\.\n$/)
    const { exitCode, stderr } = await execute('WEB-R2', { pid: 4712, isRunning: (pid) => pid === 4711 }).end()
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('you execute this run already, in process 4711') as string,
    })
    first.press('q')
    await first.end()
    // A journal of a process that no longer runs does not block the next session.
    expect(await play('WEB-R2', 'pq')).toMatchObject({ exitCode: 0 })
  })
})
