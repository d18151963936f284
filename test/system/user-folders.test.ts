import { describe, expect, test } from 'vitest'
import { cacheFolder, type FolderEnv, stateFolder } from '../../src/system/user-folders.ts'

const folders = (env: FolderEnv['env'], platform: FolderEnv['platform'] = 'linux') => [
  cacheFolder({ env, platform }),
  stateFolder({ env, platform }),
]

describe('where caches and journals are', () => {
  test.each<[string, FolderEnv['env'], FolderEnv['platform'], string, string]>([
    ['on Linux', { HOME: '/home/ana' }, 'linux', '/home/ana/.cache/testctl', '/home/ana/.local/state/testctl'],
    [
      'on macOS',
      { HOME: '/Users/ana' },
      'darwin',
      '/Users/ana/Library/Caches/testctl',
      '/Users/ana/Library/Application Support/testctl',
    ],
    ['on Windows', { LOCALAPPDATA: '/c/Local', HOME: '/c/ana' }, 'win32', '/c/Local/testctl', '/c/Local/testctl'],
    [
      'as XDG says',
      { HOME: '/home/ana', XDG_CACHE_HOME: '/c', XDG_STATE_HOME: '/s' },
      'linux',
      '/c/testctl',
      '/s/testctl',
    ],
  ])('%s', (_, env, platform, cache, state) => {
    expect(folders(env, platform)).toEqual([cache, state])
  })

  test('a relative folder is ignored, as the specification says', () => {
    expect(folders({ HOME: '/home/ana', XDG_CACHE_HOME: 'c', XDG_STATE_HOME: 's' })).toEqual(
      folders({ HOME: '/home/ana' }),
    )
  })
})
