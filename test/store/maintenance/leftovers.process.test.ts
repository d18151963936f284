import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeCopyFolder } from '../../../src/store/maintenance/new-file/folder.ts'
import { nameBefore } from '../../../src/store/maintenance/locations.ts'
import { createMachine, type Machine } from '../../e2e/machine.ts'

let machine: Machine
beforeEach(async () => {
  machine = await createMachine()
  await machine.aside('testctl projects create --name Web --identifier WEB')
})
afterEach(() => machine.remove())

const dead = () => spawnSync('true').pid
const leftovers = () => readdirSync(machine.folder).filter((name) => name.startsWith('.testctl-'))

/** Makes the folder that a process leaves if it is killed while it copies. */
const leave = async (pid: number): Promise<string> => {
  const workshop = await makeCopyFolder(machine.folder, { pid, isRunning: () => true })
  writeFileSync(join(workshop, 'backup.db'), 'half a copy')
  return workshop
}

test.each(['testctl store backup one.db', 'testctl store restore whole.db --yes'])(
  'what killed processes left is cleared away by the next: %s',
  async (line) => {
    await machine.aside('testctl store backup whole.db')
    await leave(dead())
    await leave(dead())
    expect(leftovers()).toHaveLength(2)
    expect(await machine.type(line)).toMatchObject({ exitCode: 0 })
    expect(leftovers()).toEqual([])
  },
)

test('what belongs to a process that still runs, or is nothing of ours, is left alone', async () => {
  const alive = await leave(process.pid)
  mkdirSync(join(machine.folder, '.testctl-notes'))
  mkdirSync(join(machine.folder, 'precious'))
  symlinkSync('precious', join(machine.folder, '.testctl-999999-00000000-abcdef'))
  await machine.type('testctl store backup one.db')
  expect(leftovers()).toEqual(
    [alive.slice(machine.folder.length + 1), '.testctl-999999-00000000-abcdef', '.testctl-notes'].sort(),
  )
  expect(readdirSync(machine.folder)).toContain('precious')
})

test('what another computer left is cleared away when nothing of it changed for a week', async () => {
  const [young, old] = ['.testctl-1-00000000-abcdef', '.testctl-1-00000000-ghijkl'].map((name) =>
    join(machine.folder, name),
  )
  for (const path of [young!, old!]) mkdirSync(path)
  const long = Date.now() / 1000 - 8 * 24 * 3600
  utimesSync(old!, long, long)
  chmodSync(young!, 0o700)
  await machine.aside('testctl store backup one.db')
  expect(leftovers()).toEqual(['.testctl-1-00000000-abcdef'])
})

test('two restores of the same moment keep what was there in two files', () => {
  const spot = { label: 'team.db', address: 'file:team.db', file: { label: 'team.db', path: '/team.db' } }
  const setting = { folder: '/', now: () => new Date('2026-01-31T12:00:00.123Z') }
  const names = [1, 2, 3].map(() => nameBefore(spot, 'restore', setting).path)
  expect(new Set(names).size).toBe(3)
  expect(names[0]).toMatch(/^\/team\.before-restore-20260131T120000\.123Z-[0-9a-f]{6}\.db$/)
})
