import { chmod, readdir } from 'node:fs/promises'
import { execa } from 'execa'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sharedCache, testctl } from '../helpers/program.ts'
import { isOutOfReach, somebodyElse } from '../helpers/somebody-else.ts'
import { type Home, createHome } from './home.ts'

let home: Home
beforeEach(async () => {
  home = await createHome()
})
afterEach(() => home.remove())

// The superuser may do anything, so tests that the superuser runs try as another user.
describe.skipIf(isOutOfReach).each(['bash', 'zsh', 'fish', 'powershell'])('%s', (shell) => {
  test('a home that cannot be written is told, also by --dry-run, before anything is made', async () => {
    await chmod(home.folder, 0o555)
    const words = ['completion', 'install', shell]
    const options = {
      cwd: home.folder,
      env: { ...home.env, XDG_CACHE_HOME: sharedCache() },
      reject: false,
      ...somebodyElse,
    }
    for (const more of [['--dry-run'], []]) {
      const { stdout, stderr, exitCode } = await execa(...testctl([...words, ...more]), options)
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
      expect(stderr).toMatch(/^error: cannot write .*: permission denied/)
    }
    await chmod(home.folder, 0o700)
    expect(await readdir(home.folder)).toEqual([])
  })
})
