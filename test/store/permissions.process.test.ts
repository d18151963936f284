import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from '../../src/store/index.ts'
import { isOutOfReach, somebodyElse } from '../helpers/somebody-else.ts'
import { programOf } from './programs.ts'
import { insertProject } from './rows.ts'

let visitor: string
let folder: string

beforeEach(async () => {
  visitor = await programOf('visitor')
  folder = await mkdtemp(join(tmpdir(), 'testctl-store-'))
  await chmod(folder, 0o755)
})

afterEach(async () => {
  await chmod(folder, 0o755)
  await rm(folder, { recursive: true })
})

const visit = async (file: string) => {
  const { stdout, stderr } = await execa(process.execPath, [visitor, file], { cwd: folder, ...somebodyElse })
  expect(stderr).toBe('')
  const [begins, ...said] = stdout.split('\n')
  expect(begins).toBe('begins')
  return said
}

const makeStore = async (file: string) => {
  const store = await openStore(`file:${file}`, { folder })
  await insertProject(store, 'WEB')
  return store
}

const readable = ['open: ok', 'read: ok']
const unwritable = (file: string) => `write: UnavailableError: the store ${file} can be read but not written`

test.skipIf(isOutOfReach)('a file that cannot be written can be read', async () => {
  await (await makeStore('team.db')).close()
  await chmod(join(folder, 'team.db'), 0o444)
  await chmod(folder, 0o777)
  expect(await visit('team.db')).toEqual([...readable, unwritable('team.db'), 'read again: ok', '1 then 1'])
})

test.skipIf(isOutOfReach)('a store in use, in a folder that cannot be written, can be read', async () => {
  const store = await makeStore('team.db')
  for (const file of ['team.db', 'team.db-wal', 'team.db-shm']) await chmod(join(folder, file), 0o444)
  await chmod(folder, 0o555)
  expect(await visit('team.db')).toEqual([...readable, unwritable('team.db'), 'read again: ok', '1 then 1'])
  await store.close()
})

test.skipIf(isOutOfReach)('a store at rest, in a folder that cannot be written, says what is missing', async () => {
  await (await makeStore('team.db')).close()
  await chmod(join(folder, 'team.db'), 0o444)
  await chmod(folder, 0o555)
  const [line] = await visit('team.db')
  expect(line).toMatch(/^open: UsageError: the store team\.db cannot be opened: /)
})

test.skipIf(isOutOfReach)('a store that may not be read, or a fresh one that may not be made, says so', async () => {
  await (await makeStore('team.db')).close()
  await chmod(join(folder, 'team.db'), 0o000)
  await mkdir(join(folder, 'closed'), { mode: 0o555 })
  for (const file of ['team.db', 'closed/team.db']) {
    const [line] = await visit(file)
    expect(line).toMatch(/^open: UsageError: the store (closed\/)?team\.db cannot be opened: /)
  }
  await expect(stat(join(folder, 'closed/team.db'))).rejects.toThrow('ENOENT')
})
