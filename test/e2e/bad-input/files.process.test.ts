import { statfsSync, writeFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectTo } from '../../../src/store/sqlite/connection.ts'
import { mount, mountable, unmount } from '../../helpers/disk.ts'
import { createMachine, type Machine } from '../machine.ts'
import { toldBy } from '../problem.ts'
import { type Failing, openFailing } from './failing.ts'

let there: Failing<Machine>
beforeAll(async () => {
  const machine = await createMachine()
  // Lines run in this process: files, and what SQLite says about their disk, are the same here.
  there = await openFailing({ ...machine, type: machine.typeHere })
})
afterAll(() => there.close())

describe('a file that', () => {
  const file = async (name: string, content: string | Buffer) => {
    await writeFile(join(there.world.folder, name), content)
    return { TESTCTL_URL: `file:./${name}` }
  }

  test.each<[string, string | Buffer]>([
    ['is a text', 'hello\n'.repeat(1000)],
    ['is a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, ...Array<number>(5000).fill(7)])],
  ])('%s is not a store, and is left as it is', async (_, content) => {
    const env = await file('other.db', content)
    expect(await there.fails('testctl projects list', { env })).toMatchObject({
      exitCode: 2,
      error: `${there.world.folder}/other.db is not a testctl store`,
    })
    expect((await there.world.files())[join(there.world.folder, 'other.db')]).toBe(content.toString('latin1'))
  })

  test("is another program's database is left as it is", async () => {
    change('theirs.db', 'create table theirs (x)')
    const told = await there.fails('testctl projects list', { env: { TESTCTL_URL: 'file:./theirs.db' } })
    expect(told).toMatchObject({ exitCode: 2, error: `${there.world.folder}/theirs.db is not a testctl store` })
  })

  test('was written by a newer testctl', async () => {
    const env = { TESTCTL_URL: 'file:./newer.db' }
    await there.world.aside('testctl projects create --name Web --identifier WEB', { env })
    change('newer.db', 'update about set oldest = 998')
    change('newer.db', 'pragma user_version = 999')
    const told = await there.fails('testctl projects list', { env })
    expect(told).toMatchObject({ exitCode: 2, error: expect.stringContaining('was written by a newer testctl') })
    expect(told.next).toContain('upgrade testctl')
  })

  test.skipIf(!mountable)('is on a full disk', async () => {
    const disk = await smallDisk()
    try {
      const env = { TESTCTL_URL: `file:${disk}/team.db` }
      await there.world.aside('testctl projects create --name Web --identifier WEB', { env })
      fill(disk)
      const told = await there.fails(`testctl cases create -p WEB --name ${'x'.repeat(100_000)}`, { env })
      expect(told).toMatchObject({
        exitCode: 6,
        error: expect.stringMatching(/no space is left for the store .*this change was not written/),
      })
      expect(told.next).toContain(`df ${disk}`)
      const another = { TESTCTL_URL: `file:${disk}/new.db` }
      expect(await there.fails('testctl projects create --name Web --identifier WEB', { env: another })).toMatchObject({
        exitCode: 6,
        error: expect.stringContaining('no space is left'),
      })
    } finally {
      await unmount(disk)
    }
  })

  test.skipIf(!mountable)('is on a read-only disk', async () => {
    const disk = await smallDisk()
    try {
      const env = { TESTCTL_URL: `file:${disk}/team.db` }
      await there.world.aside('testctl projects create --name Web --identifier WEB', { env })
      await execa('mount', ['-o', 'remount,ro', disk])
      const told = await there.fails('testctl projects create --name App --identifier APP', { env })
      expect(told).toMatchObject({ exitCode: 2, error: expect.stringContaining('on a read-only file system') })
      expect(told.next).toContain('copy it to another disk')
    } finally {
      await unmount(disk)
    }
  })
})

/** Runs a statement on a database of the machine. */
const change = (name: string, statement: string): void => {
  const connection = connectTo({ label: name, path: join(there.world.folder, name) })
  connection.query(statement)
  connection.close()
}

const smallDisk = async (): Promise<string> => {
  const disk = await mkdtemp(join(there.world.folder, 'disk-'))
  await mount(disk, '512k')
  return disk
}

const fill = (disk: string): void => {
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize))
}

describe('what is typed', () => {
  test('a folder that was deleted meanwhile', async () => {
    const gone = (line: string) => there.world.shell(`mkdir gone; cd gone; rmdir ../gone; ${line}`)
    expect(toldBy(await gone('testctl projects list'))).toMatchObject({
      exitCode: 2,
      error: 'the current folder was deleted',
      next: 'cd to another one',
    })
    for (const line of ['testctl --version', 'testctl -h runs', 'testctl login --help'])
      expect(await gone(line)).toMatchObject({ exitCode: 0, stderr: '' })
  })
})
