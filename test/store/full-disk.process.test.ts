import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openStore } from '../../src/store/index.ts'
import { mount, mountable, unmount } from '../helpers/disk.ts'
import { inspect } from './inspection.ts'
import { programOf } from './programs.ts'
import { insertProject, listProjects } from './rows.ts'

// RELIABILITY 4

let visitor: string
let disk: string

beforeAll(async () => {
  visitor = await programOf('visitor')
})

beforeEach(async () => {
  disk = await mkdtemp(join(tmpdir(), 'testctl-disk-'))
  if (mountable) await mount(disk, '512k')
})

afterEach(async () => {
  await unmount(disk)
  await rm(disk, { recursive: true })
})

const full = 'no space is left for the store team.db; this change was not written'

const fill = async (file: string) => {
  for (let size = 512 * 1024; size >= 512; size /= 2)
    for (let part = 0; part < 2; part++)
      await writeFile(join(disk, `${file}-${size}-${part}`), 'x'.repeat(size)).catch(() => {})
}

test.skipIf(!mountable)('a write that does not fit is refused as a whole, and what was there stays', async () => {
  const store = await openStore('file:team.db', { folder: disk })
  await insertProject(store, 'WEB')
  const large = await Promise.allSettled([insertProject(store, 'x'.repeat(600_000)), insertProject(store, 'APP')])
  expect((large[0] as PromiseRejectedResult).reason).toMatchObject({ message: full, status: 503 })
  const kept = large[1].status === 'fulfilled' ? ['WEB', 'APP'] : ['WEB']
  expect(await listProjects(store)).toEqual(kept)
  await insertProject(store, 'ZOO')
  await store.close()
  expect((await inspect(join(disk, 'team.db'))).projects.map(({ identifier }) => identifier)).toEqual([...kept, 'ZOO'])
})

test.skipIf(!mountable)('a store on a disk that is full already says so', async () => {
  await (await openStore('file:team.db', { folder: disk })).close()
  await fill('filler')
  const { stdout, stderr } = await execa(process.execPath, [visitor, 'team.db', '20000'], { cwd: disk })
  expect(stderr).toBe('')
  expect(stdout).toContain(`UnavailableError: ${full}`)
})

test.skipIf(!mountable)('a store cannot be made on a full disk, and says so', async () => {
  await fill('filler')
  const { stdout } = await execa(process.execPath, [visitor, 'team.db'], { cwd: disk })
  expect(stdout).toBe(`begins\nopen: UnavailableError: ${full}`)
})
