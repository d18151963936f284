import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'
import { openKeyboard } from './keyboard.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const execute = (flags: string, env: Record<string, string> = {}) =>
  openKeyboard(`testctl runs execute ${flags}`, { env: { ...world.env, ...env }, cwd: world.folder })

/** Returns the lines on the terminal without the escape sequences that turn bracketed paste on and off. */
const told = (text: string): string[] => text.replace(/\u001b\[\?2004[hl]/g, '').split('\n')

test('a session in sentences: each is told once, hints are told once, and nothing moves the cursor', async () => {
  const session = execute('WEB-R2 --plain')
  await session.see(/question mark for all keys\.\n$/)
  session.press('p')
  await session.see(/Test 2 of 3: .+\n$/)
  session.press('f')
  await session.see(/What failed\? $/)
  session.press('no mails\u007f came')
  await session.see(/came$/)
  session.press('\r')
  await session.see(/Test 3 of 3: .+\n$/)
  session.press('s')
  await session.see(/for the first test left\.\n$/)
  session.press('q')
  const { exitCode, stdout, stderr } = await session.end()
  expect(exitCode).toBe(0)
  expect(told(stderr)).toEqual([
    'Run WEB-R2 Nightly 2: 3 of 3 tests left.',
    'Test 1 of 3: logs in. Untested.',
    'Preconditions: There is an account.',
    'Step 1: Open the page. Expected: The form is shown.',
    'Press p for passed, f for failed, s to skip, q to quit, question mark for all keys.',
    'Passed: WEB-T3 logs in.',
    'Test 2 of 3: logs out. Untested.',
    'What failed? no mails\b \b came',
    'Failed: WEB-T4 logs out.',
    'Test 3 of 3: resets the password. Untested.',
    'The end of the list. 1 test left in the run. Press q to quit, s for the first test left.',
    '',
  ])
  expect(stdout).toContain('You set 2 tests: 1 passed, 1 failed.\nNext: testctl runs execute WEB-R2 --plain\n')
  expect(await world.prints('testctl comments list WEB-T4 --columns content')).toBe('no mail came\n')
})

test.each([{ ACCESSIBLE: '1' }, { TERM: 'dumb' }])('is chosen by %j', async (env) => {
  const session = execute('WEB-R2', env)
  await session.see(/question mark for all keys\.\n$/)
  session.press('q')
  const { stderr } = await session.end()
  expect(stderr).toMatch(env.TERM === 'dumb' ? /^Run WEB-R2/ : /^\u001b\[\?2004hRun WEB-R2/)
})

test('is chosen by a setting of the profile, which ACCESSIBLE=0 overrides', async () => {
  const { TESTCTL_URL: url } = world.env
  await world.prints('testctl config set plain always')
  expect(await world.prints('testctl config list --show-origin')).toContain('plain\talways\tprofile default\n')
  const session = execute('WEB-R2', { TESTCTL_URL: url ?? '' })
  await session.see(/question mark for all keys\.\n$/)
  session.press('q')
  await session.end()
  const other = execute('WEB-R2', { ACCESSIBLE: '0', NO_COLOR: '1' })
  await other.see(/\? keys {2}q quit/)
  other.press('q')
  await other.end()
  expect(await world.fails('testctl config set plain yes')).toMatchObject({ exitCode: 2 })
})

test('all keys are told on a question mark, and the tests that are left on o', async () => {
  const session = execute('WEB-R2 --plain')
  await session.see(/all keys\.\n$/)
  session.press('?o')
  await session.see(
    /Keys:\np: set passed, and show the next test\.\n[^]*Left: 3\.\nWEB-T3: logs in\. Untested.*\n[^]*WEB-T5: /,
  )
  session.press('p')
  await session.see(/Passed: WEB-T3 logs in\.\nTest 2 of 3/)
  session.press('q')
  await session.end()
})

test('with --mine, o lists the tests that the header counts', async () => {
  await world.prints('testctl tests assign WEB-T4 --to ana')
  await world.prints('testctl tests assign WEB-T5 --to ben')
  const session = execute('WEB-R2 --plain --mine')
  await session.see(/1 left for you[^]*all keys\.\n$/)
  session.press('o')
  await session.see(/Left: 1\.\nWEB-T4: .+\n$/)
  session.press('q')
  await session.end()
})

test('the terminal is given back in the end, and after a signal', async () => {
  const first = execute('WEB-R2 --plain')
  await first.see(/all keys\.\n$/)
  expect(first.isRaw()).toBe(true)
  first.press('q')
  expect((await first.end()).stderr).toMatch(/\u001b\[\?2004l$/)
  expect(first.isRaw()).toBe(false)
  const second = execute('WEB-R2 --plain')
  await second.see(/all keys\.\n$/)
  second.stop.abort()
  await second.end()
  expect(second.isRaw()).toBe(false)
})
