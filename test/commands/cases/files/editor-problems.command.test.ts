import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const edit = (env: Record<string, string>) =>
  world.type('testctl cases edit WEB-C1', {
    env: { XDG_STATE_HOME: join(world.folder, 'state'), PATH: process.env['PATH']!, ...env },
  })

test.each([
  ['nano-not-here', 'set VISUAL to one that is installed, such as VISUAL=vi'],
  ['false', 'is VISUAL set as you want it?'],
])('of an editor that VISUAL names, %s, no line says to set EDITOR, which is not read then', async (value, hint) => {
  const { stderr } = await edit({ VISUAL: value, EDITOR: 'true' })
  expect(stderr).toMatch(hint)
  expect(stderr).not.toContain('EDITOR')
})

test.each(['', '; exit 1'])(
  'an editor that removes the file is no bug of testctl, and leaves nothing%s',
  async (end) => {
    const editor = join(world.folder, 'editor')
    await writeFile(editor, `#!/bin/sh\nrm "$1"${end}\n`)
    await chmod(editor, 0o755)
    expect(await edit({ EDITOR: editor })).toEqual({
      stdout: '',
      stderr:
        'error: the editor removed the file of the text; nothing was sent\n  save it under the name that it was opened with\n',
      exitCode: 2,
    })
    expect(await readdir(join(world.folder, 'state/testctl/drafts'))).toEqual([])
  },
)

test('the quotes that EDITOR lacks around a path with a blank are shown, and those that it has stay', async () => {
  const folder = join(world.folder, 'my apps')
  await mkdir(folder)
  await writeFile(join(folder, 'code'), '#!/bin/sh\n', { mode: 0o755 })
  const quoted = `''\\''${folder}/code'\\''`
  expect((await edit({ EDITOR: `${folder}/code` })).stderr).toContain(
    `\n  a path with a blank is quoted in it: EDITOR=${quoted}'\n`,
  )
  expect((await edit({ EDITOR: `'${folder}/code'` })).stderr).toContain(`\n  set EDITOR=${quoted} --wait'\n`)
})
