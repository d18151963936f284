import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createKeys } from '../../src/service/index.ts'
import type { ApiKey, Keys } from '../../src/service/auth/keys.ts'
import { openStore } from '../../src/store/index.ts'
import { createWorld, type World } from '../helpers/world.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.remove())

const type: World['type'] = (line, typed) => world.type(line, typed)
const list = async () => JSON.parse((await type('testctl keys list --json')).stdout) as ApiKey[]

/** Calls `work` with the keys as a server on the same file sees them. */
const asServer = async <T>(work: (keys: Keys) => Promise<T>): Promise<T> => {
  const store = await openStore(`file:${world.folder}/team.db`)
  try {
    return await work(createKeys({ store }))
  } finally {
    await store.close()
  }
}

const form = /^tctl_[0-9A-Za-z]{49}\n$/

describe('keys create', () => {
  test('prints the key alone on a pipe, so that it can be taken into a variable', async () => {
    for (const flags of ['--name ci', '--name other -q']) {
      const { stdout, stderr, exitCode } = await type(`testctl keys create ${flags}`)
      expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
      expect(stdout).toMatch(form)
      const holder = await asServer((keys) => keys.find(stdout.trim()))
      expect(holder).toMatchObject({ name: flags.split(' ')[1], role: 'writer' })
    }
  })

  test('says on a terminal what was made, and that the key is shown this once', async () => {
    const { stdout } = await type('testctl keys create --name ci --role reader', { terminal: 80 })
    expect(stdout).toMatch(/^Created the key ci \(reader\), no expiry:\n\n {2}tctl_\w{49}\n\nCopy it now: /)
  })

  test('prints with --json the key and all that is known of it', async () => {
    const { stdout } = await type('testctl keys create --name ci --role owner --expires 90d --json')
    const { key, ...rest } = JSON.parse(stdout) as { key: string } & ApiKey
    expect(`${key}\n`).toMatch(form)
    expect(rest).toMatchObject({ name: 'ci', role: 'owner', createdBy: 'ana', state: 'valid', revokedAt: null })
    expect(Date.parse(rest.expiresAt!) - Date.parse(rest.createdAt)).toBeCloseTo(90 * 86_400_000, -4)
    expect(await list()).toEqual([rest])
  })

  test('is the only time that the key is shown', async () => {
    const key = (await type('testctl keys create --name ci')).stdout.trim()
    for (const line of ['list', 'list --json', 'list -q -v', 'revoke ci --dry-run', 'revoke ci --yes --json']) {
      const { stdout, stderr } = await type(`testctl keys ${line}`)
      expect(stdout + stderr).not.toContain(key.slice(0, 10))
    }
  })

  test('makes nothing with --dry-run, not even the file', async () => {
    const { stdout } = await type('testctl keys create --name ci --dry-run')
    expect(stdout).toBe('would create the key ci (writer), no expiry\n')
    expect(existsSync(join(world.folder, 'team.db'))).toBe(false)
  })

  test.for([
    ['--name ci --expires 90', '"90" is not a lifetime of a key'],
    ['--name ci --expires 0d', '"0d" is not'],
    ['--name ci --expires -1d', '"-1d" is not'],
    ['--name ci --expires 101y', '"101y" is not'],
    ['--name ci --expires 1e3d', '"1e3d" is not'],
    ['--name ci --role admin', '--role takes reader, writer or owner, not "admin"'],
    ['--role owner', "required option '--name <name>'"],
  ])('refuses %s', async ([flags, said]) => {
    const { stdout, stderr, exitCode } = await type(`testctl keys create ${flags}`)
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
    expect(stderr).toContain(said)
    expect(existsSync(join(world.folder, 'team.db'))).toBe(false)
  })

  test('refuses an empty name as every other command does', async () => {
    const { exitCode, stderr } = await world.type("testctl keys create --name ''")
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringMatching(/^error: the name is empty\n/) })
  })

  test('refuses a name that is taken, and a name that is a key', async () => {
    const { stdout } = await type('testctl keys create --name ci')
    const taken = await type('testctl keys create --name ci')
    expect(taken).toEqual({
      exitCode: 5,
      stdout: '',
      stderr: 'error: there is a key ci already\n  choose another name, or revoke the other key first\n',
    })
    const pasted = await type(`testctl keys create --name ${stdout.trim()}`)
    expect(pasted.exitCode).toBe(5)
    expect(pasted.stderr).not.toContain('tctl_')
  })
})
