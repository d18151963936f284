import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

// testctl keeps no draft if no editor can be opened, or if nothing was written in it.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

test.each([
  ['cases edit WEB-C1', {}, 'there is no terminal for an editor\n  name the changes with flags, or set EDITOR\n'],
  ['cases create -p WEB --editor', {}, 'there is no terminal for an editor\n  name the changes with flags'],
  [
    'cases edit WEB-C1 --no-input',
    { keys: 'y', terminal: 80 },
    '--no-input opens no editor\n  name the changes with flags',
  ],
  ['cases edit WEB-C1', { editor: 'false' }, 'the editor false ended with 1; nothing was sent\n'],
])(
  '%s (%j) keeps no text',
  async (line, { editor = '', ...more }: { editor?: string; terminal?: number; keys?: string }, expected) => {
    const state = join(world.folder, 'state')
    const { stderr, exitCode } = await world.type(`testctl ${line}`, {
      env: { EDITOR: editor, VISUAL: '', XDG_STATE_HOME: state, NO_COLOR: '1', PATH: process.env['PATH']! },
      ...more,
    })
    expect({ stderr, exitCode }).toEqual({ stderr: expect.stringContaining(`error: ${expected}`), exitCode: 2 })
    expect(stderr).not.toContain('--recover')
    expect(await readdir(join(state, 'testctl/drafts')).catch(() => [])).toEqual([])
  },
)
