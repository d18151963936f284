import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWorld, type World } from '../../helpers/world.ts'

let world: World
let file: string
beforeEach(async () => {
  world = await createWorld()
  file = join(world.folder, 'backup.db')
  await world.type('testctl projects create --name Web --identifier WEB')
  await world.type("testctl cases create -p WEB --name 'The canary sings'")
  await world.type('testctl store backup backup.db')
})
afterEach(() => world.remove())

const check = (store = 'backup.db') => world.type(`testctl store check --store file:./${store}`)

test('a byte that changed inside of a text of a backup is seen', async () => {
  expect(await check()).toMatchObject({ exitCode: 0 })
  const bytes = readFileSync(file)
  bytes.write('C', bytes.indexOf('canary sings'))
  writeFileSync(file, bytes)
  expect(await check()).toMatchObject({
    exitCode: 7,
    stdout: expect.stringContaining('bytes of this backup have changed since it was made'),
  })
})

test('a backup that is used as a store is one', async () => {
  const env = { TESTCTL_URL: 'file:./backup.db' }
  expect(await world.type("testctl cases create -p WEB --name 'Another one'", { env })).toMatchObject({ exitCode: 0 })
  expect(await check()).toMatchObject({ exitCode: 0 })
  const text = 'x'.repeat(60_000)
  await world.type(`testctl cases create -p WEB --name b --preconditions ${text}`, { env })
  expect(await check()).toMatchObject({ exitCode: 0, stderr: '' })
})

test('a backup of a backup and a restored one are whole', async () => {
  await world.type('testctl store backup again.db --store file:./backup.db')
  expect(await check('again.db')).toMatchObject({ exitCode: 0 })
  await world.type('testctl store restore again.db --store file:./fresh.db')
  expect(await check('fresh.db')).toMatchObject({ exitCode: 0 })
  expect(
    await world.type('testctl cases list -p WEB --columns name', { env: { TESTCTL_URL: 'file:./fresh.db' } }),
  ).toMatchObject({
    stdout: 'The canary sings\n',
  })
})
