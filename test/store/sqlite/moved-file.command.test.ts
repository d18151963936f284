import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStore, type Store } from '../../../src/store/index.ts'
import { createWorld, type World } from '../../helpers/world.ts'
import { insertProject, listProjects } from '../rows.ts'

/** Reads a file with a character for each byte: `expect` compares strings at once, but buffers number by number. */
const bytesIn = (path: string) => readFile(path, 'latin1')

// Windows cannot move an open file.
describe.skipIf(process.platform === 'win32')('a file that is open as a store', () => {
  let folder: string
  let store: Store
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'testctl-moved-'))
    await mkdir(join(folder, 'in'))
    store = await openStore('file:./in/team.db', { folder })
    await insertProject(store, 'WEB')
  })
  afterEach(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })

  const at = (name: string) => join(folder, name)
  const ways: Record<string, () => Promise<unknown>> = {
    deleted: () => rm(at('in/team.db')),
    'moved away': () => rename(at('in/team.db'), at('in/old.db')),
    'in a folder that is moved': () => rename(at('in'), at('elsewhere')),
    'replaced by another': async () => {
      await writeFile(at('other.db'), 'other')
      await rename(at('other.db'), at('in/team.db'))
    },
    'behind a link to another': async () => {
      await rename(at('in/team.db'), at('in/old.db'))
      await writeFile(at('other.db'), 'other')
      await symlink(at('other.db'), at('in/team.db'))
    },
  }
  const gone = {
    status: 503,
    message: 'the file of the store ./in/team.db was moved, deleted or replaced while it was open',
  }

  test.for(Object.keys(ways))('and is %s takes no more changes', async (way) => {
    await ways[way]!()
    await expect(insertProject(store, 'APP')).rejects.toMatchObject(gone)
  })

  test('and is gone soon answers nothing', async () => {
    await rm(at('in/team.db'))
    const answer = () => listProjects(store).catch((error: unknown) => error)
    await expect.poll(answer, { timeout: 20_000 }).toMatchObject(gone)
  })

  test('and comes back to its place is used again', async () => {
    await rename(at('in/team.db'), at('in/old.db'))
    await expect(insertProject(store, 'APP')).rejects.toMatchObject(gone)
    await rename(at('in/old.db'), at('in/team.db'))
    await insertProject(store, 'LIB')
    expect(await listProjects(store)).toEqual(['WEB', 'LIB'])
  })
})

describe('a store that was not closed', () => {
  let world: World
  beforeEach(async () => {
    world = await createWorld()
    const store = await openStore('file:./open.db', { folder: world.folder })
    await insertProject(store, 'WEB')
    // The two files as a kill leaves them.
    await copyFile(join(world.folder, 'open.db'), join(world.folder, 'team.db'))
    await copyFile(join(world.folder, 'open.db-wal'), join(world.folder, 'team.db-wal'))
    await store.close()
    await rm(join(world.folder, 'open.db'))
  })
  afterEach(() => world.remove())

  const lines = [
    'projects list',
    'projects create --name App --identifier APP',
    'demo --file team.db',
    'keys create --name ci --store file:./team.db',
  ]

  test.for(lines)('and whose log alone is left is not made anew by testctl %s', async (line) => {
    await rename(join(world.folder, 'team.db'), join(world.folder, 'moved.db'))
    const log = await bytesIn(join(world.folder, 'team.db-wal'))
    const { exitCode, stdout, stderr } = await world.type(`testctl ${line}`)
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toMatch(
      /was moved or deleted without team\.db-wal, which holds data of it\n {2}keep both in one folder/,
    )
    expect(await bytesIn(join(world.folder, 'team.db-wal'))).toEqual(log)
    await rename(join(world.folder, 'moved.db'), join(world.folder, 'team.db'))
    expect((await world.type('testctl projects list -q')).stdout).toBe('WEB\n')
  })

  test('and whose file alone is left is not read as an empty one', async () => {
    await mkdir(join(world.folder, 'new'))
    await rename(join(world.folder, 'team.db'), join(world.folder, 'new/team.db'))
    const bytes = await bytesIn(join(world.folder, 'new/team.db'))
    const env = { TESTCTL_URL: 'file:./new/team.db' }
    const { exitCode, stderr } = await world.type('testctl projects list', { env })
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(
      /^error: there is nothing in the store .*new\/team\.db\n {2}was it moved without team\.db-wal, /,
    )
    expect(await bytesIn(join(world.folder, 'new/team.db'))).toEqual(bytes)
    expect(await readdir(join(world.folder, 'new'))).toEqual(['team.db'])
    await rename(join(world.folder, 'team.db-wal'), join(world.folder, 'new/team.db-wal'))
    expect((await world.type('testctl projects list -q', { env })).stdout).toBe('WEB\n')
  })
})
