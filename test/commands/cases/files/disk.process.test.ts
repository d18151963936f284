import { rmSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mount, mountable, unmount } from '../../../helpers/disk.ts'
import type { SeededWorld } from '../../../helpers/seed.ts'
import { worldsOfFewCases } from '../few-cases.ts'

// A full disk: existing files stay whole, and the next command continues the work.

let world: SeededWorld
let disk: string
const type = (line: string) => world.type(`testctl ${line}`, { cwd: world.folder })
const names = async () =>
  (await world.json<{ name: string }[]>('testctl cases list -p OLD --all')).map(({ name }) => name)

/** Fills the disk except for `free` blocks of 4 KB. */
const fill = (free: number): void => {
  const blocks: string[] = []
  for (let at = 0; ; at++)
    try {
      blocks.push(join(disk, `.filler-${at}`))
      writeFileSync(blocks.at(-1)!, Buffer.alloc(4096))
    } catch {
      break
    }
  for (const block of blocks.slice(-free - 1)) rmSync(block, { force: true })
}

const free = async (): Promise<void> => {
  for (const name of await readdir(disk)) if (name.startsWith('.filler-')) rmSync(join(disk, name))
}

describe.skipIf(!mountable)('on a full disk', () => {
  const makeWorld = worldsOfFewCases()
  beforeEach(async () => {
    world = await makeWorld()
    disk = join(world.folder, 'cases')
    await mkdir(disk)
    await mount(disk, '512k')
  })
  afterEach(async () => {
    await unmount(disk)
    await world.remove()
  })

  test('an export leaves the old files whole, says so, and goes on when there is space', async () => {
    await world.prints('testctl cases export cases -p WEB', { cwd: world.folder })
    const before = await readFile(join(disk, 'WEB-C1-logs-in.md'), 'utf8')
    await world.prints(`testctl cases update WEB-C1 --preconditions '${'long '.repeat(2000)}end'`)
    fill(1)
    const { stderr, exitCode } = await type('cases export cases')
    expect([2, 7]).toContain(exitCode)
    expect(stderr).toMatch(/the disk is full/)
    expect(await readFile(join(disk, 'WEB-C1-logs-in.md'), 'utf8')).toBe(before)
    await free()
    expect((await type('cases export cases')).exitCode).toBe(0)
    expect(await readFile(join(disk, 'WEB-C1-logs-in.md'), 'utf8')).toContain('long long')
    expect((await type('cases status cases')).stdout).toBe('= 3 unchanged\n')
  })

  test.each([0, 1, 2, 4, 8])(
    'an import with %i blocks left creates no case twice, and the next one ends it',
    async (blocks) => {
      for (let at = 0; at < 20; at++) await writeFile(join(disk, `${at}.md`), `# Case ${at}\n\n## Steps\n\n1. do\n`)
      fill(blocks)
      const { stderr, exitCode } = await type('cases import cases -p OLD')
      expect([2, 7]).toContain(exitCode)
      expect(stderr).toMatch(/the disk is full/)
      // An empty lock file would look like the lock of another import forever.
      expect(await readdir(disk)).not.toContain('.testctl-cases.lock')
      await free()
      expect((await type('cases import cases -p OLD')).exitCode).toBe(0)
      expect((await names()).toSorted()).toEqual(Array.from({ length: 20 }, (_, at) => `Case ${at}`).toSorted())
      expect((await type('cases status cases')).stdout).toBe('= 20 unchanged\n')
      expect((await readdir(disk)).filter((name) => name.startsWith('.'))).toEqual(['.testctl-cases.ndjson'])
    },
  )

  test('a case whose file could not take its identifier is said to be there', async () => {
    for (let at = 0; at < 20; at++) await writeFile(join(disk, `${at}.md`), `# Case ${at}\n\n## Steps\n\n1. do\n`)
    // Enough for the journal, and not for every file.
    fill(6)
    const { stderr, exitCode } = await type('cases import cases -p OLD')
    expect(exitCode).toBe(7)
    const said = [...stderr.matchAll(/^ {2}- \d+\.md: it is (OLD-C\d+) now, but \d+\.md cannot be written/gm)]
    expect(said.length).toBeGreaterThan(0)
    for (const [, identifier] of said) await world.prints(`testctl cases get ${identifier}`)
  })

  test('one file of cases is the old one, or the new one', async () => {
    const text = Array.from({ length: 50 }, (_, at) => `{"name":"Case ${at}"}\n`).join('')
    await writeFile(join(disk, 'c.ndjson'), text)
    fill(2)
    const { stderr, exitCode } = await type('cases import cases/c.ndjson -p OLD')
    expect({ exitCode, stderr }).toEqual({
      exitCode: expect.toBeOneOf([2, 7]),
      stderr: expect.stringMatching(/the disk is full/),
    })
    expect(await readFile(join(disk, 'c.ndjson'), 'utf8')).toBe(text)
    await free()
    expect((await type('cases import cases/c.ndjson -p OLD')).exitCode).toBe(0)
    expect(await names()).toHaveLength(50)
  })
})
