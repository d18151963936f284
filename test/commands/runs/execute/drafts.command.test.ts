import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
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
  const [editor, written] = ['editor', 'written'].map((name) => join(world.folder, name)) as [string, string]
  writeFileSync(editor, `#!/bin/sh\necho 'half a note' >> "$1"\ntouch ${written}\nexec sleep 2\n`, { mode: 0o700 })
  const session = await execute('WEB-R2', '', { EDITOR: editor })
  session.press('N')
  await expect.poll(() => existsSync(written)).toBe(true)
  hangUp(session)
  expect((await session.end()).exitCode).toBe(129)
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
