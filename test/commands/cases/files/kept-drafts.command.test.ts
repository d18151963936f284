import { chmod, copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

// The draft that --recover opens, if there are several.

let world: SeededWorld
let env: Record<string, string>
beforeEach(async () => {
  world = await createSeededWorld()
  env = { XDG_STATE_HOME: join(world.folder, 'state'), NO_COLOR: '1', PATH: process.env['PATH']! }
})
afterEach(() => world.remove())

/** Runs a command line with a shell script as the editor. `$1` in the script is the file to edit. */
const type = async (line: string, script: string, more: Record<string, string> = {}) => {
  const path = join(world.folder, 'code')
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o755)
  return world.type(`testctl ${line}`, { env: { ...env, EDITOR: `'${path}'`, ...more } })
}
const folder = () => join(world.folder, 'state/testctl/drafts')
const drafts = async () => (await readdir(folder())).filter((name) => name.endsWith('.md'))
const nameIn = async (url: string) =>
  (await world.json<{ name: string }>('testctl cases get WEB-C1', { env: { TESTCTL_URL: url } })).name

const rename = (name: string) => `sed -i 's/^# .*/# ${name}/' "$1"`
// testctl refuses a text with an unknown heading and keeps it as a draft.
const refused = `${rename('mine')}; echo '## Notes' >> "$1"`
const accepted = `sed -i '/## Notes/d' "$1"`

describe('--recover beside a copy of the service, which has the same ids', () => {
  let [url, copy] = ['', '']
  beforeEach(async () => {
    ;[url, copy] = [`file:${world.folder}/team.db`, `file:${world.folder}/prod.db`]
    await copyFile(join(world.folder, 'team.db'), join(world.folder, 'prod.db'))
    await type('cases edit WEB-C1', refused)
  })

  test('the text of one is not sent to the other, and the line opens it where it belongs', async () => {
    const { stdout, stderr, exitCode } = await type('cases edit WEB-C1 --recover', accepted, { TESTCTL_URL: copy })
    expect({ stdout, stderr, exitCode }).toEqual({
      stdout: '',
      stderr: `error: the text of WEB-C1 is of another service: ${url}
  to go on with it: TESTCTL_URL=${url} testctl cases edit WEB-C1 --recover
  - it is in ${join(folder(), (await drafts())[0]!)}\n`,
      exitCode: 2,
    })
    expect([await nameIn(url), await nameIn(copy)]).toEqual(['logs in', 'logs in'])
    expect(await type('cases edit WEB-C1 --recover', accepted, { TESTCTL_URL: url })).toMatchObject({ exitCode: 0 })
    expect([await nameIn(url), await nameIn(copy), await drafts()]).toEqual(['mine', 'logs in', []])
  })

  test('a later text of the other does not stand in the way of its own', async () => {
    await type('cases edit WEB-C1', `${rename('theirs')}; echo '## Notes' >> "$1"`, { TESTCTL_URL: copy })
    await type('cases edit WEB-C1 --recover', accepted)
    expect([await nameIn(url), await nameIn(copy)]).toEqual(['mine', 'logs in'])
    await type('cases edit WEB-C1 --recover', accepted, { TESTCTL_URL: copy })
    expect([await nameIn(copy), await drafts()]).toEqual(['theirs', []])
  })

  test('an edit of the other says nothing of it', async () => {
    expect(await type('cases edit WEB-C1', rename('new'), { TESTCTL_URL: copy })).toMatchObject({ stderr: '' })
  })
})

test('the text of another case of that name, in a store that was made anew, is not sent', async () => {
  await type('cases edit WEB-C1', refused)
  const other = await createSeededWorld({ TESTCTL_URL: `file:${world.folder}/new.db` })
  await other.prints('testctl projects create --name Web --identifier WEB')
  await other.prints('testctl cases create -p WEB --name other')
  await copyFile(join(world.folder, 'new.db'), join(world.folder, 'team.db'))
  await other.remove()
  const { stderr, exitCode } = await type('cases edit WEB-C1 --recover', accepted)
  expect({ stderr, exitCode }).toEqual({
    stderr: `error: the text that was kept is of an earlier WEB-C1, not of this one
  it is in ${join(folder(), (await drafts())[0]!)}\n`,
    exitCode: 2,
  })
})

test.each([['{"before":null}'], [undefined]])('a text that an older testctl kept is named (%s)', async (beside) => {
  const file = join(folder(), 'WEB-C1-2026-01-31T12-00-00-000Z.md')
  await mkdir(folder(), { recursive: true })
  await writeFile(file, '---\ncase: WEB-C1\n---\n\n# mine\n')
  if (beside) await writeFile(file.replace('.md', '.json'), beside)
  const named = {
    stdout: '',
    stderr: `error: the text of WEB-C1 was kept by an older testctl: it may be of another service\n  it is in ${file}\n`,
    exitCode: 2,
  }
  expect(await type('cases edit WEB-C1 --recover', 'exit 0')).toEqual(named)
  // A later edit without changes does not hide it.
  await type('cases edit WEB-C1', 'exit 0')
  expect(await type('cases edit WEB-C1 --recover', 'exit 0')).toEqual(named)
  expect(await drafts()).toHaveLength(2)
})

describe('a text that was refused, and a later edit in which nothing was written', () => {
  test.each([
    ['cases edit WEB-C1', 'cases edit WEB-C1', 'WEB-C1'],
    ['cases create -p WEB --editor', 'cases create -p WEB', 'WEB-new'],
  ])('%s says that there is a text, and --recover opens it', async (line, again, name) => {
    await type(line, refused)
    const { stderr } = await type(line, 'exit 0')
    expect(stderr).toContain(`warning: a text of ${name} was not sent; to go on with it: testctl ${again} --recover\n`)
    expect(await drafts()).toHaveLength(2)
    expect(await type(`${again} --recover`, accepted)).toMatchObject({ stderr: '', exitCode: 0 })
    expect(await world.prints('testctl cases list -p WEB --columns name')).toContain('mine')
    expect(await type(line, rename('new'))).toMatchObject({ stderr: '', exitCode: 0 })
  })

  test('the line has the profile of the edit', async () => {
    await world.prints(`testctl auth login --profile team --url file:${world.folder}/team.db`)
    expect((await type(`cases edit WEB-C1 --profile team`, refused)).stderr).toContain(
      `go on with: testctl cases edit WEB-C1 --recover --profile team\n`,
    )
  })
})
