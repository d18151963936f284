import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HungUpError } from '../../../../src/errors.ts'
import { openServed } from './served.ts'

type Served = Awaited<ReturnType<typeof openServed>>
let { world, remote, execute, close } = {} as Served
beforeEach(async () => {
  ;({ world, remote, execute, close } = await openServed())
})
afterEach(() => close())

const hangUp = ({ stop }: Awaited<ReturnType<Served['execute']>>) => stop.abort(new HungUpError('hung up'))
const kept = /warning: a note on WEB-T3 was not sent; it is kept in (.+\.md)\n/

test('a note in an editor that was closed with its terminal is named the next time, once', async () => {
  const [editor, written, over] = ['editor', 'written', 'over'].map((name) => join(world.folder, name)) as [
    string,
    string,
    string,
  ]
  const open = `until [ -e ${over} ]; do sleep 0.1; done`
  writeFileSync(editor, `#!/bin/sh\necho 'half a note' >> "$1"\ntouch ${written}\n${open}\n`, { mode: 0o700 })
  const session = await execute('WEB-R2', '', { EDITOR: editor })
  session.press('N')
  await expect.poll(() => existsSync(written)).toBe(true)
  hangUp(session)
  const { exitCode } = await session.end()
  writeFileSync(over, '')
  expect(exitCode).toBe(129)
  const next = await execute('WEB-R2')
  next.press('q')
  const { stderr } = await next.end()
  expect(stderr).toMatch(kept)
  expect(readFileSync(kept.exec(stderr)?.[1] ?? '', 'utf8')).toContain('half a note\n')
  const last = await execute('WEB-R2')
  last.press('q')
  expect((await last.end()).stderr).not.toContain('warning')
})

test('a note that the service refused before the terminal was closed is sent anew by N', async () => {
  remote.before = async ({ method }) => (method === 'PUT' ? { status: 400, headers: {}, body: '{}' } : undefined)
  const session = await execute('WEB-R2')
  session.press('ntoo long\r')
  await session.see(/was refused/)
  hangUp(session)
  await session.end()
  delete remote.before
  const editor = join(world.folder, 'editor')
  writeFileSync(editor, `#!/bin/sh\ngrep -q '^too long$' "$1" && echo short > "$1"\n`, { mode: 0o700 })
  const next = await execute('WEB-R2', '', { EDITOR: editor })
  next.press('N')
  await next.see(/The note is a comment now\./)
  next.press('q')
  expect((await next.end()).stderr).not.toContain('warning')
  expect(await world.prints('testctl comments list WEB-T3 --columns content')).toBe('short\n')
  expect(readdirSync(join(world.folder, '.local/state/testctl/drafts'))).toEqual([])
})

describe('where no journal can be kept', () => {
  const withoutState = () => execute('WEB-R2', '--timeout 3s', { XDG_STATE_HOME: '/dev/null' })

  test.each([
    ['q', 6, 'set them again: testctl runs execute WEB-R2 --plain'],
    ['\u0003', 130, 'try: testctl runs execute WEB-R2 --plain'],
  ])('what is not sent is named, and not called kept: %j', async (key, code, hint) => {
    const session = await withoutState()
    remote.before = async () => ({ status: 503, headers: {}, body: '' })
    session.press('fno mail\rp')
    await session.see(/You can\s+go\s+on/)
    session.press(key)
    const { stderr, exitCode } = await session.end()
    expect(exitCode).toBe(code)
    expect(stderr).toContain('3 changes not sent, and not kept: there is no journal\n')
    expect(stderr).toContain(`\n  ${hint}\n`)
    expect(stderr).toContain('\n  - WEB-T3: failed is not set; its note: no mail\n  - WEB-T4: passed is not set\n')
  })

  test('a note without a result and an assignment are named, too', async () => {
    const session = await withoutState()
    remote.before = async () => ({ status: 503, headers: {}, body: '' })
    session.press('nlost words\racarl\r')
    await session.see(/Assigned to carl/)
    session.press('q')
    const { stderr, exitCode } = await session.end()
    expect(exitCode).toBe(6)
    expect(stderr).toContain('\n  - WEB-T3: its note: lost words; it is not assigned to carl\n')
  })

  test('a note that the service refuses is told in the end', async () => {
    remote.before = async ({ method }) => (method === 'PUT' ? { status: 400, headers: {}, body: '{}' } : undefined)
    const session = await withoutState()
    session.press('nlost words\r')
    await session.see(/was refused/)
    session.press('q')
    expect((await session.end()).stderr).toMatch(/\n {2}- WEB-T3: .+; its note: lost words\n/)
  })
})
