import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { backUp } from '../../../src/store/maintenance/backup.ts'
import type { MaintenanceOptions } from '../../../src/store/maintenance/locations.ts'
import { restore } from '../../../src/store/maintenance/restore.ts'
import { createKeys, type Keys } from '../../../src/service/auth/keys.ts'
import { createWorld } from '../../helpers/world.ts'
import { createSetting, using } from './setting.ts'

let setting: MaintenanceOptions
let store: string
beforeEach(async () => {
  setting = await createSetting()
  store = `file:${setting.folder}/team.db`
})

const place = (label: string) => ({ label, path: join(setting.folder, label) })
const withKeys = <T>(work: (keys: Keys) => Promise<T>, address = store) =>
  using(address, (opened) => work(createKeys({ store: opened })))
const create = (name: string) =>
  withKeys(async (keys) => (await keys.create({ name, role: 'owner', createdBy: 'ana' })).secret)
const revoke = (name: string) => withKeys((keys) => keys.revoke(name, { evenLast: true }))
const opens = (secret: string, address = store) =>
  withKeys(async (keys) => (await keys.find(secret)) !== undefined, address)
const replace = (file: string) => restore({ file: place(file), to: store, replace: true }, setting)

test('a key that was revoked since the backup stays revoked, and is named', async () => {
  const [lost, kept] = [await create('lost laptop'), await create('ci')]
  await backUp({ from: store, to: place('old.db') }, setting)
  await revoke('lost laptop')
  expect(await replace('old.db')).toMatchObject({ revoked: ['lost laptop'] })
  expect([await opens(lost), await opens(kept)]).toEqual([false, true])
  expect(await replace('old.db')).toMatchObject({ revoked: ['lost laptop'] })
  expect(await opens(lost)).toBe(false)
})

test('a store that somebody has filled meanwhile is not replaced without the word for it', async () => {
  await create('ci')
  await backUp({ from: store, to: place('old.db') }, setting)
  await create('nightly')
  await expect(restore({ file: place('old.db'), to: store, replace: false }, setting)).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('is not empty') as string,
    hint: 'add --yes to replace it',
  })
  expect(await withKeys(async (keys) => (await keys.list()).map(({ name }) => name))).toEqual(['ci', 'nightly'])
})

test('no order of backups revives a key', async () => {
  await create('first')
  await backUp({ from: store, to: place('before.db') }, setting)
  const lost = await create('lost laptop')
  await backUp({ from: store, to: place('after.db') }, setting)
  await revoke('lost laptop')
  expect(await replace('before.db')).toMatchObject({ revoked: [] })
  expect(await replace('after.db')).toMatchObject({ revoked: ['lost laptop'] })
  expect(await opens(lost)).toBe(false)
})

test('servers that have the store open refuse it while it is restored and after', async () => {
  const lost = await create('lost laptop')
  await backUp({ from: store, to: place('old.db') }, setting)
  await using(store, (one) =>
    using(store, async (other) => {
      const servers = [one, other].map((opened) => createKeys({ store: opened }))
      await servers[0]!.revoke('lost laptop', { evenLast: true })
      const asked = servers.map((keys) => keys.find(lost))
      await replace('old.db')
      expect(await Promise.all([...asked, ...servers.map((keys) => keys.find(lost))])).toEqual(Array(4).fill(undefined))
    }),
  )
})

test('an empty store cannot know what was revoked, and that is said', async () => {
  await create('lost laptop')
  await backUp({ from: store, to: place('old.db') }, setting)
  const fresh = { file: place('old.db'), to: `file:${setting.folder}/fresh.db`, replace: false }
  expect(await restore(fresh, setting)).toMatchObject({ unknown: 1 })
})

test('people are told both', async () => {
  const world = await createWorld()
  await world.type('testctl projects create --name Web --identifier WEB')
  await world.type('testctl keys create --name ci --role writer --store file:./team.db')
  await world.type('testctl store backup old.db --store file:./team.db')
  await world.type('testctl keys revoke ci --store file:./team.db --yes')
  const line = 'testctl store restore old.db --yes --store'
  expect(await world.type(`${line} file:./team.db`, { terminal: 100 })).toMatchObject({
    stdout: expect.stringContaining('Still revoked: ci\n'),
  })
  expect((await world.type(`${line} file:./fresh.db`, { terminal: 100 })).stdout).toContain('they are valid again')
  await world.remove()
})
