import { chmod, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

let world: SeededWorld
let env: Record<string, string>
/** Makes a shell script the editor. `$1` in the script is the file to edit. */
const editor = async (script: string, name = 'my editor') => {
  const path = join(world.folder, name)
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o755)
  env = { EDITOR: `'${path}'`, XDG_STATE_HOME: join(world.folder, 'state'), NO_COLOR: '1', PATH: process.env['PATH']! }
}
const type = (line: string, more: object = {}) => world.type(`testctl ${line}`, { env, ...more })
const drafts = async () =>
  (await readdir(join(world.folder, 'state/testctl/drafts')).catch(() => [])).filter((name) => name.endsWith('.md'))
const field = async (name: string) => (await world.json('testctl cases get WEB-C1'))[name]

beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

describe('cases edit', () => {
  test.each(['edit WEB-C1', 'update WEB-C1 --editor', 'edit C1 -p WEB'])('%s sends what was changed', async (line) => {
    await editor(`sed -i 's/# logs in/# logs in twice/' "$1"`)
    expect(await type(`cases ${line}`)).toEqual({ stdout: 'WEB-C1\n', stderr: '', exitCode: 0 })
    expect([await field('name'), await field('preconditions')]).toEqual(['logs in twice', 'There is an account.'])
    expect(await drafts()).toEqual([])
  })

  test('only the changed fields are sent', async () => {
    await editor(`sed -i 's/weight: 0/weight: 1/' "$1"`)
    expect((await type('cases edit WEB-C1 --dry-run')).stdout).toMatch(
      /^POST \/v1\/cases\/\S+ \{"customFields":\{"area":"login","weight":1\}\}\nweight changed\n/,
    )
  })

  test('with flags it changes what they name, and opens nothing', async () => {
    await editor('exit 1')
    expect(await type('cases edit WEB-C1 --name x')).toEqual({ stdout: 'WEB-C1\n', stderr: '', exitCode: 0 })
  })

  test('nothing changed is nothing sent', async () => {
    await editor('sleep 0.6')
    expect(await type('cases edit WEB-C1')).toEqual({ stdout: '', stderr: '', exitCode: 0 })
    await editor(': > "$1"')
    expect(await type('cases edit WEB-C1', { terminal: 80 })).toMatchObject({
      stderr: expect.stringContaining('The text is empty: nothing was changed'),
      exitCode: 0,
    })
    expect([await field('name'), await drafts()]).toEqual(['logs in', []])
  })

  test('a text that was not sent is kept for 30 days', async () => {
    const folder = join(world.folder, 'state/testctl/drafts')
    await mkdir(folder, { recursive: true })
    for (const [name, days] of [
      ['WEB-C1-recent', 29],
      ['WEB-C1-old', 31],
    ] as const) {
      const changed = new Date(Date.now() - days * 24 * 3600 * 1000)
      await writeFile(join(folder, `${name}.md`), 'text')
      await utimes(join(folder, `${name}.md`), changed, changed)
    }
    await editor(`sed -i 's/# logs in/# logs in twice/' "$1"`)
    await type('cases edit WEB-C1')
    expect(await drafts()).toEqual(['WEB-C1-recent.md'])
  })

  test('an editor that does not wait is explained, and its file is kept', async () => {
    await editor('exit 0', 'code')
    const { stderr, exitCode } = await type('cases edit WEB-C1')
    const said = /the editor .*code.* did not wait until the file was closed\n {2}set EDITOR=.*--wait/
    expect({ stderr, exitCode }).toEqual({ stderr: expect.stringMatching(said), exitCode: 2 })
    expect(await drafts()).toHaveLength(1)
  })

  test.each([
    ['EDITOR', '/no/such/editor', /cannot start the editor \/no\/such\/editor: there is no such command/],
    ['VISUAL', 'false', /the editor false ended with 1; nothing was sent/],
  ])('%s=%s is explained', async (name, value, message) => {
    await editor('exit 0')
    const { stderr, exitCode } = await type('cases edit WEB-C1', { env: { ...env, [name]: value } })
    expect({ stderr, exitCode }).toEqual({ stderr: expect.stringMatching(message), exitCode: 2 })
  })

  test('an editor that is not installed leaves no text to go on with, and another one is named', async () => {
    const { stderr } = await type('cases edit WEB-C1', { env: { ...env, EDITOR: 'nano-not-here' } })
    expect(stderr).toMatch(
      /^error: cannot start the editor .+\n {2}set EDITOR to one that is installed, such as EDITOR=vi\n$/,
    )
    expect(await drafts()).toEqual([])
  })
})

describe('cases create --editor', () => {
  test('begins with a form to fill in', async () => {
    await editor(`cp "$1" "$HOME/seen"
sed -i 's/^# $/# New/; s/^1\\. $/1. Open/; s/Expected:\\*\\* $/Expected:** shown/' "$1"`)
    expect(await type('cases create -p WEB --editor --custom-field area=shop')).toMatchObject({
      stdout: 'WEB-C15\n',
      exitCode: 0,
    })
    expect(await world.json('testctl cases get WEB-C15')).toMatchObject({
      name: 'New',
      preconditions: '',
      steps: [{ action: 'Open', expectation: 'shown' }],
      customFields: { area: 'shop' },
    })
    expect(await readFile(join(world.folder, 'seen'), 'utf8')).toBe(
      '---\nfields:\n  area: shop\n---\n\n# \n\n## Preconditions\n\n## Steps\n\n1. \n   **Expected:** \n',
    )
  })

  test('needs no more than a name', async () => {
    await editor(`printf '# Only a name\\n' > "$1"`)
    expect(await type('cases create -p WEB --editor')).toMatchObject({ stdout: 'WEB-C15\n', exitCode: 0 })
    await editor(`printf 'no name\\n' > "$1"`)
    const { stderr, exitCode } = await type('cases create -p WEB --editor')
    expect({ stderr, exitCode }).toEqual({ stderr: expect.stringContaining('begin with # and the name'), exitCode: 2 })
  })

  test('what the service refuses is kept', async () => {
    await editor(`printf '# %0501d\\n\\n## Steps\\n' 0 > "$1"`)
    const { stderr, exitCode } = await type('cases create -p WEB --editor')
    expect(exitCode).toBe(2)
    expect(stderr).toContain('testctl cases create -p WEB --recover')
    expect(await drafts()).toHaveLength(1)
    await editor(`printf '# short\\n\\n## Steps\\n' > "$1"`)
    expect(await type('cases create -p WEB --recover')).toMatchObject({ stdout: 'WEB-C15\n', exitCode: 0 })
  })
})

describe('a mistake', () => {
  const once = `if grep -q '## Notes' "$1"; then sed -i 's/## Notes/### Notes/' "$1"; else sed -i 's/## Preconditions/## Notes/; s/# logs in/# changed/' "$1"; fi; cp "$1" "$HOME/seen"`

  test('comes back into the editor, with the message on top as a comment', async () => {
    await editor(`cat "$1" >> "$HOME/seen"
if grep -q testctl: "$1"; then sed -i 's/## Notes/## Preconditions/' "$1"; else sed -i 's/## Preconditions/## Notes/; s/# logs in/# mine/' "$1"; fi`)
    const { stdout, stderr, exitCode } = await type('cases edit WEB-C1', { keys: 'y\r', terminal: 80 })
    expect({ stdout, exitCode }).toEqual({ stdout: '✓ Updated case WEB-C1: mine (name changed)\n', exitCode: 0 })
    expect(stderr).toContain('there is no part "Notes"')
    const seen = await readFile(join(world.folder, 'seen'), 'utf8')
    expect(seen).toContain('<!-- testctl:\nline 10: there is no part "Notes"')
    expect([await field('name'), await field('preconditions')]).toEqual(['mine', 'There is an account.'])
  })

  test('without a terminal the text is kept and named, and --recover goes on with it', async () => {
    await editor(once)
    const { stderr, exitCode } = await type('cases edit WEB-C1')
    expect(exitCode).toBe(2)
    const [draft] = await drafts()
    expect(stderr).toContain(draft)
    expect(stderr).toContain('testctl cases edit WEB-C1 --recover')
    await editor(`sed -i 's/## Notes/## Preconditions/' "$1"`)
    expect(await type('cases edit WEB-C1 --recover')).toMatchObject({ exitCode: 0 })
    expect([await field('name'), await drafts()]).toEqual(['changed', []])
    expect(await type('cases edit WEB-C1 --recover')).toMatchObject({ exitCode: 2 })
  })
})

describe('somebody else changed the case meanwhile', () => {
  test('another field: both changes stay', async () => {
    await editor(
      `sed -i 's/# logs in/# mine/' "$1"; touch "$HOME/opened"; while [ ! -f "$HOME/changed" ]; do sleep 0.05; done`,
    )
    const editing = type('cases edit WEB-C1')
    await expect.poll(() => readFile(join(world.folder, 'opened'), 'utf8').catch(() => undefined)).toBe('')
    await world.prints('testctl cases update WEB-C1 --preconditions theirs')
    await writeFile(join(world.folder, 'changed'), '')
    expect(await editing).toMatchObject({ exitCode: 0 })
    expect([await field('name'), await field('preconditions')]).toEqual(['mine', 'theirs'])
  })

  test('the same field: nothing is sent, until --ours says so', async () => {
    await editor(
      `sed -i 's/# logs in/# mine/' "$1"; touch "$HOME/opened"; while [ ! -f "$HOME/changed" ]; do sleep 0.05; done`,
    )
    const editing = type('cases edit WEB-C1')
    await expect.poll(() => readFile(join(world.folder, 'opened'), 'utf8').catch(() => undefined)).toBe('')
    await world.prints('testctl cases update WEB-C1 --name theirs --preconditions theirs')
    await writeFile(join(world.folder, 'changed'), '')
    const { stderr, exitCode } = await editing
    expect(exitCode).toBe(7)
    expect(stderr).toMatch(
      /ana changed the same fields meanwhile: nothing was sent\n.*\n  - name: \[-theirs-\]\{\+mine\+\}\n/,
    )
    await editor('exit 0')
    expect(await type('cases edit WEB-C1 --recover --ours')).toMatchObject({ exitCode: 0 })
    expect([await field('name'), await field('preconditions')]).toEqual(['mine', 'theirs'])
  })
})
