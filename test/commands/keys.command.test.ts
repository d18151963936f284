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

describe('keys list', () => {
  test('shows who has a key and when it was used, a line each', async () => {
    const key = (await type('testctl keys create --name ci')).stdout.trim()
    await type("testctl keys create --name 'ana & ben' --role owner")
    await asServer((keys) => keys.find(key))
    const [ci, owner] = await list()
    const { stdout } = await type('testctl keys list')
    expect(stdout.split('\n').map((line) => line.split('\t'))).toEqual([
      ['ci', 'writer', 'valid', ci!.hint, ci!.lastUsedAt, '', ci!.createdAt, 'ana', '', ci!.id],
      ['ana & ben', 'owner', 'valid', owner!.hint, '', '', owner!.createdAt, 'ana', '', owner!.id],
      [''],
    ])
    expect(ci!.hint).toBe(`${key.slice(0, 9)}…`)
    expect((await type('testctl keys list -q')).stdout).toBe(`${ci!.id}\n${owner!.id}\n`)
    expect((await type('testctl keys list --columns name,role')).stdout).toBe('ci\twriter\nana & ben\towner\n')
  })

  test('tells times on a terminal as people say them', async () => {
    await type('testctl keys create --name ci --expires 7d')
    await type('testctl keys create --name old')
    await type('testctl keys revoke old --yes')
    const { stdout } = await type('testctl keys list', { terminal: 80, env: { NO_COLOR: '1' } })
    expect(stdout).toMatch(/^NAME +ROLE +STATE +HINT +LAST USED AT +EXPIRES AT +CREATED AT\n/)
    expect(stdout).toMatch(/^ci +writer +valid +tctl_\w{4}… +in 6 days +just now\n/m)
    expect(stdout).toMatch(/^old +writer +revoked +.*just now\n/m)
  })

  test('of a store without keys is empty', async () => {
    await type('testctl projects create --name Web --identifier WEB')
    expect(await type('testctl keys list')).toEqual({ stdout: '', stderr: '', exitCode: 0 })
    expect(await list()).toEqual([])
  })
})

describe('keys revoke', () => {
  test('ends the key, named by name, by id or by itself', async () => {
    for (const by of ['name', 'id', 'key'] as const) {
      const { stdout } = await type('testctl keys create --name ci --json')
      const made = JSON.parse(stdout) as { id: string; name: string; key: string }
      expect(await type(`testctl keys revoke ${made[by]} --yes`)).toEqual({
        stdout: `${made.id}\n`,
        stderr: '',
        exitCode: 0,
      })
      expect(await asServer((keys) => keys.find(made.key))).toBeUndefined()
    }
  })

  test('asks on a terminal, and needs --yes elsewhere', async () => {
    await type('testctl keys create --name ci')
    expect(await type('testctl keys revoke ci')).toEqual({
      stdout: '',
      stderr: 'error: revoking the key ci needs a confirmation\n  add --yes\n',
      exitCode: 2,
    })
    const no = await type('testctl keys revoke ci', { terminal: 80, keys: 'n\r' })
    expect(no.exitCode).toBe(2)
    expect(no.stderr).toMatch(/^Revoke the key ci \(writer, tctl_\w{4}…, never used\)\? \[y\/N\]/)
    expect(await list()).toMatchObject([{ state: 'valid' }])
    const yes = await type('testctl keys revoke ci', { terminal: 80, keys: 'y\r' })
    expect(yes).toMatchObject({ exitCode: 0, stdout: 'Revoked the key ci\n' })
    expect(await list()).toMatchObject([{ state: 'revoked' }])
  })

  test('changes nothing with --dry-run', async () => {
    await type('testctl keys create --name ci')
    expect((await type('testctl keys revoke ci --dry-run')).stdout).toBe('would revoke the key ci\n')
    expect(await list()).toMatchObject([{ state: 'valid' }])
  })

  test('warns that the last owner goes, and does it', async () => {
    await type('testctl keys create --name ana --role owner')
    const { stderr, exitCode } = await type('testctl keys revoke ana --yes')
    expect(exitCode).toBe(0)
    expect(stderr).toMatch(/^warning: ana is the last owner key: /)
    expect(await list()).toMatchObject([{ state: 'revoked' }])
  })

  test('says so where there is no such key', async () => {
    await type('testctl keys create --name other')
    expect(await type('testctl keys revoke ci --yes')).toEqual({
      stdout: '',
      stderr: 'error: there is no key ci that could be revoked\n  try: testctl keys list\n',
      exitCode: 3,
    })
    const { stderr } = await type('testctl keys revoke ci --yes --store file:./team.db')
    expect(stderr).toContain('\n  try: testctl keys list --store file:./team.db\n')
  })
})

describe('the store', () => {
  test('is the one of --store, else of TESTCTL_STORE, else the file that is the service', async () => {
    const env = { TESTCTL_STORE: `file:${world.folder}/second.db` }
    await type('testctl keys create --name first')
    await type('testctl keys create --name second', { env })
    await type('testctl keys create --name third --store file:third.db', { env })
    for (const [flags, name] of [
      [`--store file:${world.folder}/team.db`, 'first'],
      ['', 'second'],
      ['--store file:./third.db', 'third'],
    ])
      expect((await type(`testctl keys list --columns name ${flags}`, { env })).stdout).toBe(`${name}\n`)
  })

  test('of a service over HTTP is out of reach: its keys are in its dashboard, or where its store is', async () => {
    for (const line of ['list', 'create --name ci', 'create --name ci --dry-run', 'revoke ci --yes'])
      expect(await type(`testctl keys ${line}`, { env: { TESTCTL_URL: 'https://tests.example.com/' } })).toEqual({
        exitCode: 2,
        stdout: '',
        stderr:
          'error: https://tests.example.com/ (TESTCTL_URL) is a service over HTTP, not a store\n' +
          '  manage its keys at https://tests.example.com/settings/keys, or name its store: --store file:./team.db\n',
      })
  })

  test('has to be named, as an address of a store', async () => {
    const none = await type('testctl keys list', { env: { TESTCTL_URL: '' } })
    expect(none).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('no store is named') as string })
    for (const address of ['team.db', 'https://tests.example.com', 'mysql://u:canary@host/db', '']) {
      const { exitCode, stderr } = await type(`testctl keys list --store '${address}'`)
      expect(exitCode).toBe(2)
      expect(stderr).toContain('--store is not the address of a store')
      expect(stderr).not.toContain('canary')
    }
  })

  test('is named without the quotes that an env file of Docker keeps', async () => {
    for (const [name, address] of [
      ['TESTCTL_STORE', `"file:./team.db"`],
      ['TESTCTL_STORE_READS', `'postgres://u:canary@standby/db'`],
    ] as const) {
      const env = { TESTCTL_STORE: 'postgres://u@host/db', [name]: address }
      const { exitCode, stderr } = await type('testctl serve --port 0', { env })
      expect({ exitCode, stderr }).toEqual({
        exitCode: 2,
        stderr: expect.stringMatching(`^error: ${name} is not the address of a .*\n  leave out the quotes; `) as string,
      })
      expect(stderr).not.toContain('canary')
    }
  })
})
