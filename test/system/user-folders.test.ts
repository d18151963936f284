import { userInfo } from 'node:os'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { cacheFolder, configFolder, stateFolder } from '../../src/system/user-folders.ts'
import type { UserEnv } from '../../src/system/io.ts'

const folders = (env: UserEnv['env'], platform: UserEnv['platform'] = 'linux') => [
  cacheFolder({ env, platform }),
  stateFolder({ env, platform }),
  configFolder({ env, platform }),
]

describe('where caches, journals and settings are', () => {
  test.each<[string, UserEnv['env'], UserEnv['platform'], ...string[]]>([
    [
      'on Linux',
      { HOME: '/home/ana' },
      'linux',
      '/home/ana/.cache/testctl',
      '/home/ana/.local/state/testctl',
      '/home/ana/.config/testctl',
    ],
    [
      'on macOS',
      { HOME: '/Users/ana' },
      'darwin',
      '/Users/ana/Library/Caches/testctl',
      '/Users/ana/Library/Application Support/testctl',
      '/Users/ana/.config/testctl',
    ],
    [
      'on Windows',
      { LOCALAPPDATA: '/c/Local', APPDATA: '/c/Roaming', HOME: '/c/ana' },
      'win32',
      '/c/Local/testctl',
      '/c/Local/testctl',
      '/c/Roaming/testctl',
    ],
    [
      'as XDG says',
      { HOME: '/home/ana', XDG_CACHE_HOME: '/c', XDG_STATE_HOME: '/s', XDG_CONFIG_HOME: '/o' },
      'linux',
      '/c/testctl',
      '/s/testctl',
      '/o/testctl',
    ],
  ])('%s', (_, env, platform, ...expected) => {
    expect(folders(env, platform)).toEqual(expected)
  })

  test('where HOME is not set, journals and settings are in the folder of the user; nothing is kept for speed', () => {
    vi.stubEnv('HOME', undefined)
    onTestFinished(() => void vi.unstubAllEnvs())
    const [, ...others] = folders({ HOME: userInfo().homedir })
    expect(folders({})).toEqual([undefined, ...others])
  })

  test('a relative folder is ignored, as the specification says', () => {
    expect(folders({ HOME: '/home/ana', XDG_CACHE_HOME: 'c', XDG_STATE_HOME: 's', XDG_CONFIG_HOME: 'o' })).toEqual(
      folders({ HOME: '/home/ana' }),
    )
  })
})
