import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SeededRemote, startSeededRemote } from '../../../helpers/seeded-remote.ts'
import { worldsOfFewCases } from '../few-cases.ts'

// The first export into a folder or a file reads before it makes anything, and reads nothing twice.

let seeded: SeededRemote
const makeWorld = worldsOfFewCases()
beforeEach(async () => {
  seeded = await startSeededRemote(makeWorld)
})
afterEach(() => seeded.close())
const typeExport = ({ world, remote, key }: SeededRemote, to: string) =>
  world.type(`testctl cases export ${to} -p WEB`, {
    cwd: world.folder,
    env: { TESTCTL_URL: remote.url, TESTCTL_API_KEY: key },
  })

const isList = ({ method, path }: { method: string; path: string }) =>
  method === 'GET' && /^\/v1\/cases\/[^/]+$/.test(path)

test.each(['new', 'new/', 'new.csv', 'below/new.ndjson'])('an export to %s reads the cases once', async (name) => {
  let lists = 0
  seeded.remote.before = async (request) => void (lists += isList(request) ? 1 : 0)
  expect((await typeExport(seeded, name)).stdout).toContain('+ 3 new')
  expect(lists).toBe(1)
})

test.each(['new', 'new.csv'])('of two exports to %s, the later one finds what the earlier one wrote', async (name) => {
  const { world, remote } = seeded
  remote.before = async (request) => {
    if (!isList(request)) return
    delete remote.before
    await world.prints(`testctl cases export ${name} -p WEB`, { cwd: world.folder })
  }
  expect((await typeExport(seeded, name)).stdout).toBe('= 3 unchanged\n')
})

test('an export to a file that is restored and edited meanwhile keeps what was edited', async () => {
  const { world, remote } = seeded
  const file = join(world.folder, 'new.csv')
  await typeExport(seeded, 'new.csv')
  const text = (await readFile(file, 'utf8')).replace('logs in', 'logs in here')
  await rm(file)
  await world.prints('testctl cases update WEB-C1 --name there')
  remote.before = async (request) => {
    if (!isList(request)) return
    delete remote.before
    await writeFile(file, text)
  }
  expect(await typeExport(seeded, 'new.csv')).toMatchObject({
    exitCode: 7,
    stdout: expect.stringMatching(/1 conflict/),
  })
  expect(await readFile(file, 'utf8')).toBe(text)
})

test('an export that cannot read the cases makes no folder', async () => {
  const { world, remote } = seeded
  remote.before = async (request) =>
    isList(request) ? { status: 403, body: '{"message":"no"}', headers: {} } : undefined
  expect((await typeExport(seeded, 'below/new')).exitCode).toBe(4)
  expect(await readdir(world.folder)).not.toContain('below')
})

const typeInDefault = ({ world, remote, key }: SeededRemote, to: string) =>
  world.type(`testctl cases export ${to}`, {
    cwd: world.folder,
    env: { TESTCTL_URL: remote.url, TESTCTL_API_KEY: key, TESTCTL_PROJECT: 'WEB' },
  })

test.each([
  ['WEB', ' -p WEB'],
  ['APP', ' -p APP'],
  ['WEB-C1', ' -p WEB'],
  ['R7', ''],
])('an export to %s takes it for no folder, unless a slash says so', async (name, project) => {
  const { world } = seeded
  const { exitCode, stderr } = await typeInDefault(seeded, name)
  expect(exitCode).toBe(2)
  expect(stderr).toContain(`: testctl cases export${project} cases/; a folder of that name: ${name}/\n`)
  expect(await readdir(world.folder)).not.toContain(name)
  expect((await typeInDefault(seeded, `${name}/`)).stdout).toContain('+ 3 new')
  expect((await typeInDefault(seeded, name)).stdout).toBe('= 3 unchanged\n')
})

test('beside -p, a word that could be another project is a folder, and an identifier is none', async () => {
  expect((await typeExport(seeded, 'CASES')).stdout).toContain('+ 3 new')
  expect(await typeExport(seeded, 'WEB-C1')).toMatchObject({ exitCode: 2 })
})
