import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWorld, type World } from '../../helpers/world.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
  await world.type('testctl projects create --name Web --identifier WEB')
  await world.type("testctl cases create -p WEB --name 'The canary sings'")
  await world.type('testctl store backup backup.db')
  const file = join(world.folder, 'backup.db')
  const bytes = readFileSync(file)
  bytes.write('C', bytes.indexOf('canary sings'))
  writeFileSync(file, bytes)
})
afterEach(() => world.remove())

const names = (store: string) =>
  world.type('testctl cases list -p WEB --columns name', { env: { TESTCTL_URL: `file:./${store}` } })

test.for(['', ' --dry-run'])('a backup of which a byte has changed is not restored%s', async (flag) => {
  const url = { TESTCTL_URL: 'file:./other.db' }
  await world.type('testctl projects create --name Other --identifier OTH', { env: url })
  const { exitCode, stderr } = await world.type(`testctl store restore backup.db --store file:./other.db --yes${flag}`)
  expect(stderr).toBe(
    'error: bytes of the backup backup.db have changed since it was made\n' +
      '  restore another one; to inspect this one: testctl store copy file:backup.db file:./looked-at.db\n',
  )
  expect(exitCode).toBe(2)
  expect((await world.type('testctl projects list --columns identifier', { env: url })).stdout).toBe('OTH\n')
})

test('what is in such a backup can be looked at, as that error says', async () => {
  expect(await world.type('testctl store copy file:backup.db file:./looked-at.db')).toMatchObject({ exitCode: 0 })
  expect((await names('looked-at.db')).stdout).toBe('The Canary sings\n')
})

test.for(['', ' --dry-run'])(
  'a backup that was cut off is told from the store that it would replace%s',
  async (flag) => {
    const file = join(world.folder, 'backup.db')
    writeFileSync(file, readFileSync(file).subarray(0, 9_000))
    const url = { TESTCTL_URL: 'file:./other.db' }
    await world.type('testctl projects create --name Other --identifier OTH', { env: url })
    const { exitCode, stderr } = await world.type(
      `testctl store restore backup.db --store file:./other.db --yes${flag}`,
    )
    expect(stderr).toBe(
      'error: the backup backup.db is damaged: nothing was restored\n' +
        '  it may have been cut off while it was copied: fetch it again, or restore another one\n',
    )
    expect(exitCode).toBe(2)
    expect((await world.type('testctl projects list --columns identifier', { env: url })).stdout).toBe('OTH\n')
  },
)
