import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import { backUp } from '../../../src/store/maintenance/backup.ts'
import { copyStore } from '../../../src/store/maintenance/copy.ts'
import { restore } from '../../../src/store/maintenance/restore.ts'
import { connectTo, type SqliteConnection } from '../../../src/store/sqlite/connection.ts'
import { mount, mountable, unmount } from '../../helpers/disk.ts'
import { insertProject } from '../rows.ts'
import { createSetting, digestsOf, using } from './setting.ts'

test.skipIf(!mountable)('a backup on a disk that cannot be written is copied from there', async () => {
  const setting = await createSetting()
  const disk = join(setting.folder, 'disk')
  await mkdir(disk)
  await mount(disk, '4m')
  onTestFinished(() => unmount(disk))
  await using(`file:${setting.folder}/team.db`, (store) => insertProject(store, 'WEB'))
  await backUp({ from: 'file:team.db', to: { label: 'a.db', path: join(disk, 'a.db') } }, setting)
  await execa('mount', ['-o', 'remount,ro', disk])
  expect(await copyStore({ from: 'file:disk/a.db', to: 'file:b.db' }, setting)).toMatchObject({
    counts: { projects: 1 },
  })
  expect(await digestsOf(`file:${setting.folder}/b.db`)).toEqual(await digestsOf(`file:${setting.folder}/team.db`))
})

test.skipIf(!mountable)('a restore onto a disk that is full names the store that it was for', async () => {
  const setting = await createSetting()
  const disk = join(setting.folder, 'disk')
  await mkdir(disk)
  await mount(disk, '64k')
  onTestFinished(() => unmount(disk))
  await using(`file:${setting.folder}/team.db`, (store) => insertProject(store, 'WEB'))
  const file = { label: 'a.db', path: join(setting.folder, 'a.db') }
  await backUp({ from: 'file:team.db', to: file }, setting)
  await expect(restore({ file, to: 'file:./disk/z.db', replace: false }, setting)).rejects.toMatchObject({
    message: 'no space is left for the store ./disk/z.db; this change was not written',
    hint: 'make room: df ./disk',
  })
})

test.skipIf(!mountable)(
  'a copy onto a disk that is full leaves nothing there, and can be made again where there is room',
  async () => {
    const setting = await createSetting()
    const disk = join(setting.folder, 'disk')
    await mkdir(disk)
    await mount(disk, '512k')
    onTestFinished(() => unmount(disk))
    await using(`file:${setting.folder}/team.db`, (store) => insertProject(store, 'x'.repeat(600_000)))
    await expect(copyStore({ from: 'file:team.db', to: 'file:disk/y.db' }, setting)).rejects.toThrow(
      'no space is left for the store disk/y.db; this change was not written',
    )
    expect(await readdir(disk)).toEqual([])
    await execa('mount', ['-o', 'remount,size=8m', disk])
    await copyStore({ from: 'file:team.db', to: 'file:disk/y.db' }, setting)
    expect(await digestsOf(`file:${disk}/y.db`)).toEqual(await digestsOf(`file:${setting.folder}/team.db`))
  },
)

test('a copy that is stopped leaves no file, but one that was there before', async () => {
  const setting = await createSetting()
  await using(`file:${setting.folder}/team.db`, (store) => insertProject(store, 'WEB'))
  await using(`file:${setting.folder}/there.db`, async () => undefined)
  const step = () => {
    throw new Error('stopped')
  }
  for (const to of ['file:new.db', 'file:there.db']) {
    await expect(copyStore({ from: 'file:team.db', to }, { ...setting, step })).rejects.toThrow('stopped')
    expect((await readdir(setting.folder)).sort()).toEqual(['team.db', 'there.db'])
  }
})

test('a copy that fails leaves its file where another process has it open', async () => {
  const setting = await createSetting()
  await using(`file:${setting.folder}/team.db`, (store) => insertProject(store, 'WEB'))
  let other: SqliteConnection | undefined
  const copying = copyStore(
    { from: 'file:team.db', to: 'file:new.db' },
    {
      ...setting,
      step: () => {
        other = connectTo({ label: 'new.db', path: join(setting.folder, 'new.db') })
        other.query('select count(*) from projects')
        throw new Error('stopped')
      },
    },
  )
  await expect(copying).rejects.toThrow('stopped')
  other?.close()
  expect((await readdir(setting.folder)).sort()).toEqual(['new.db', 'team.db'])
})
