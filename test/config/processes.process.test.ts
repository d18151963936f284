import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { execa, execaSync } from 'execa'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStorage } from '../../src/config/profiles/storage.ts'
import { UsageError } from '../../src/errors.ts'
import { mount, mountable, unmount } from '../helpers/disk.ts'

// RELIABILITY 11

const base = fs.mkdtempSync(join(tmpdir(), 'testctl-processes-'))
const writer = join(base, 'writer.cjs')
beforeAll(async () => {
  const bundle = await rolldown({ input: join(import.meta.dirname, 'processes/writer.ts'), platform: 'node' })
  await bundle.write({ file: writer, format: 'cjs' })
  await bundle.close()
})
afterAll(() => fs.rmSync(base, { recursive: true, force: true }))

const open = (folder: string) =>
  openStorage({ env: { TESTCTL_CONFIG_DIR: folder }, cwd: base, platform: process.platform }, { timeoutMs: 100 })

const startWriter = (folder: string, prefix: string, count: number) =>
  execa('node', [writer, folder, prefix, String(count)], { reject: false })

test('several processes that store settings at once lose none, and a reader sees whole files only', async () => {
  const folder = join(base, 'several')
  const prefixes = ['a', 'b', 'c']
  let writing = true
  const write = async (prefix: string) => (await startWriter(folder, prefix, 20)).stderr
  const writers = Promise.all(prefixes.map(write)).finally(() => (writing = false))
  let reads = 0
  for (; writing; reads++) {
    open(folder).read()
    await wait(1)
  }
  expect(await writers).toEqual(['', '', ''])
  expect(reads).toBeGreaterThan(1)
  const expected = prefixes.flatMap((prefix) => Array.from({ length: 20 }, (_, index) => `${prefix}${index + 1}`))
  expect(Object.keys(open(folder).read().profiles).sort()).toEqual(expected.sort())
  // The writers run with an umask of 0.
  expect([folder, join(folder, 'config.json')].map((path) => fs.statSync(path).mode & 0o777)).toEqual([0o700, 0o600])
})

test('a process that is killed while it stores loses nothing that it has acknowledged', async () => {
  const folder = join(base, 'killed')
  const acknowledged: string[] = []
  for (let round = 0; round < 8; round++) {
    const running = startWriter(folder, `r${round}-`, 10_000)
    await new Promise((resolve) => running.stdout.once('data', resolve))
    await wait(Math.random() * 20)
    running.kill('SIGKILL')
    acknowledged.push(...(await running).stdout.split('\n').filter(Boolean))
    const stored = new Set(Object.keys(open(folder).read().profiles))
    expect(acknowledged.filter((name) => !stored.has(name))).toEqual([])
  }
  await open(folder).update((stored) => stored)
  expect(fs.readdirSync(folder)).toEqual(['config.json'])
})

test.skipIf(!mountable)('on a full disk the file stays as it was and the error is told', async () => {
  const folder = join(base, 'full')
  fs.mkdirSync(folder)
  await mount(folder, '64k')
  try {
    const text = 'x'.repeat(9000)
    await open(folder).update(() => ({ profiles: { old: { project: text } } }))
    const file = join(folder, 'config.json')
    const before = fs.readFileSync(file, 'utf8')
    for (const free of [0, 1, 2, 3, 4]) {
      fs.writeFileSync(join(folder, 'filler'), Buffer.alloc(0))
      fillExcept(folder, free)
      const bigger = open(folder).update((stored) => ({ profiles: { ...stored.profiles, new: { project: text } } }))
      await expect(bigger).rejects.toThrow(UsageError)
      await expect(bigger).rejects.toThrow(/the disk is full/)
      expect(fs.readFileSync(file, 'utf8')).toBe(before)
      expect(fs.readdirSync(folder).sort()).toEqual(['config.json', 'filler'])
    }
    fs.rmSync(join(folder, 'filler'))
    await open(folder).update((stored) => ({ profiles: { ...stored.profiles, new: { project: text } } }))
    expect(Object.keys(open(folder).read().profiles)).toEqual(['old', 'new'])
  } finally {
    await unmount(folder)
  }
})

/** Fills a small disk except for some pages of 4 KiB. */
const fillExcept = (folder: string, pages: number): void => {
  const { bavail, bsize } = fs.statfsSync(folder)
  fs.writeFileSync(join(folder, 'filler'), Buffer.alloc(Math.max(0, bavail - pages) * bsize))
}

test.skipIf(!mountable)('on a read-only disk settings are read, and a change says why it cannot be', async () => {
  const folder = join(base, 'readonly')
  fs.mkdirSync(folder)
  await mount(folder, '64k')
  try {
    await open(folder).update(() => ({ profiles: { old: {} } }))
    execaSync('mount', ['-o', 'remount,ro', folder])
    expect(open(folder).read()).toEqual({ profiles: { old: {} } })
    await expect(open(folder).update((stored) => stored)).rejects.toThrow(/the disk is read-only/)
    expect(open(join(folder, 'missing')).read()).toEqual({ profiles: {} })
  } finally {
    await unmount(folder)
  }
})
