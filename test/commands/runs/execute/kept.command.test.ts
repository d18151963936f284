import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openKeyboard } from './keyboard.ts'
import { openServed } from './served.ts'

// Results and notes that a session could not send and leaves for the next one.

type Served = Awaited<ReturnType<typeof openServed>>
let { world, remote, execute, held, close } = {} as Served
beforeEach(async () => {
  ;({ world, remote, execute, held, close } = await openServed())
})
afterEach(() => close())

test('what was taken back before anything was sent is not counted by the session that sends it', async () => {
  const session = await execute('WEB-R2')
  remote.before = async ({ method }) => (method === 'GET' ? undefined : { status: 503, headers: {}, body: '' })
  session.press('f')
  await session.see(/What failed\? /)
  session.press('\rb')
  await session.see(/Test 2 of 3[^]*Test 1 of 3: /)
  session.press('na note\r')
  await session.see(/The note is a comment now/)
  session.press('u')
  await session.see(/Taken back: /)
  session.press('q')
  expect(await session.end()).toMatchObject({ exitCode: 6 })
  delete remote.before
  const next = await execute('WEB-R2')
  next.press('q')
  const { stdout, exitCode } = await next.end()
  expect(exitCode).toBe(0)
  expect(stdout).toContain('You set nothing.')
  expect(await held('WEB-R2')).toBe('untested\nuntested\nuntested\n')
})

describe('a note is not lost', () => {
  const drafts = () => {
    const folder = join(world.folder, '.local/state/testctl/drafts')
    return (existsSync(folder) ? readdirSync(folder) : []).map((name) => join(folder, name))
  }

  test.each([400, 413])('that the service refuses with %i: its file is named in the end', async (status) => {
    const session = await execute('WEB-R2')
    remote.before = async ({ method, path }) =>
      method === 'PUT' && path.includes('comments')
        ? { status, headers: {}, body: '{"message":"too long"}' }
        : undefined
    session.press('nthe first\rnthe second\rq')
    const { exitCode, stderr } = await session.end()
    expect(exitCode).toBe(7)
    expect(drafts().map((file) => readFileSync(file, 'utf8'))).toEqual(['the first\n', 'the second\n'])
    for (const file of drafts())
      expect(stderr).toContain(`warning: a note on WEB-T3 was not sent; it is kept in ${file}\n`)
  })

  test('that an earlier session could not send, and the service refuses now', async () => {
    remote.before = async ({ method, path }) =>
      method === 'PUT' && path.includes('comments') ? { status: 503, headers: {}, body: '{}' } : undefined
    const first = await execute('WEB-R3', '--timeout 3s')
    first.press('fbroken\rq')
    expect(await first.end()).toMatchObject({ exitCode: 6 })
    remote.before = async ({ method, path }) =>
      method === 'PUT' && path.includes('comments') ? { status: 400, headers: {}, body: '{}' } : undefined
    const env = { ...world.env, TESTCTL_URL: remote.url, TESTCTL_API_KEY: 'key', NO_COLOR: '1' }
    const again = openKeyboard('testctl runs execute WEB-R3 --plain', { env, cwd: world.folder })
    await again.see(/was refused/)
    again.press('q')
    expect((await again.end()).stderr).toContain(`it is kept in ${drafts()[0]}\n`)
    expect(drafts().map((file) => readFileSync(file, 'utf8'))).toEqual(['broken\n'])
  })

  test('that is larger than 1 MB in the editor; one that was sent leaves no file', async () => {
    const editor = join(world.folder, 'editor')
    writeFileSync(editor, '#!/bin/sh\nyes "a long note" | head -c 1500000 > "$1"\n', { mode: 0o700 })
    const session = await execute('WEB-R2', '', { EDITOR: editor })
    session.press('N')
    await session.see(/No note was made: it is larger than 1 MB\. Its text is kept\./)
    writeFileSync(editor, '#!/bin/sh\necho short > "$1"\n')
    session.press('N')
    await session.see(/The note is a comment now\./)
    session.press('q')
    const { exitCode, stderr } = await session.end()
    const [file = '', ...others] = drafts()
    expect({ exitCode, others, size: statSync(file).size }).toEqual({ exitCode: 0, others: [], size: 1_500_000 })
    expect(stderr).toContain(`warning: a note on WEB-T3 was not sent; it is kept in ${file}\n`)
  })
})

test('a result whose note the service refused is among what was set, without the note', async () => {
  remote.before = async ({ method }) =>
    method === 'PUT' ? { status: 400, headers: {}, body: '{"message":"too long"}' } : undefined
  const session = await execute('WEB-R2', '--json')
  session.press('fbroken\r')
  await session.see(/was refused/)
  session.press('q')
  const { stdout, exitCode } = await session.end()
  expect(exitCode).toBe(7)
  expect((JSON.parse(stdout) as { set: unknown[] }).set).toMatchObject([
    { identifier: 'WEB-T3', to: 'failed', comment: '' },
  ])
})

describe('results that were kept', () => {
  const keep = async (keys: string) => {
    const session = await execute('WEB-R2', '--timeout 3s')
    await expect.poll(() => held('WEB-R2')).toContain('inProgress')
    remote.before = async () => ({ status: 503, headers: {}, body: '{}' })
    session.press(`${keys}q`)
    expect(await session.end()).toMatchObject({ exitCode: 6 })
    delete remote.before
  }

  test('are in "set" of the command that sends them', async () => {
    await keep('fbroken\rp')
    const again = await execute('WEB-R2', '--json')
    again.press('q')
    const { stdout } = await again.end()
    expect((JSON.parse(stdout) as { set: unknown[] }).set).toMatchObject([
      { identifier: 'WEB-T3', from: 'untested', to: 'failed', comment: 'broken' },
      { identifier: 'WEB-T4', from: 'untested', to: 'passed' },
    ])
  })

  test('are told of where nothing else is left', async () => {
    await keep('ppp')
    const env = { ...world.env, TESTCTL_URL: remote.url, TESTCTL_API_KEY: 'key', NO_COLOR: '1' }
    const { stdout } = await openKeyboard('testctl runs execute WEB-R2', { env, cwd: world.folder }).end()
    expect(stdout).toMatch(/Sent the kept results: 3 tests\.\nYou set 3 tests: 3 passed, 0 failed\.\n/)
  })

  test('count as set where they replace what somebody else has set meanwhile', async () => {
    await keep('p')
    await world.prints('testctl tests set WEB-T3 failed')
    const again = await execute('WEB-R2', '--json')
    await again.see(/c to choose/)
    again.press('cmq')
    const { stdout } = await again.end()
    expect((JSON.parse(stdout) as { set: unknown[] }).set).toMatchObject([{ identifier: 'WEB-T3', to: 'passed' }])
  })
})
