import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

// --dry-run does not count a case as new if the service is known to refuse it.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())
const type = (line: string) => world.type(`testctl ${line}`, { cwd: world.folder })
const long = 'x'.repeat(100_001)

describe('--dry-run counts a case that is too large as failed, as the import does', () => {
  const counts = '+ 1 new  ! 1 failed  = 0 unchanged\n'

  test('of an export', async () => {
    await writeFile(join(world.folder, 'export.csv'), `ID,Title,Steps\n1,Short,go\n2,Long,${long}\n`)
    const { stdout, stderr, exitCode } = await type('cases import export.csv -p WEB --dry-run')
    expect([stdout, exitCode]).toEqual([counts, 7])
    expect(stderr).toContain('error: 1 case would be refused\n')
    expect(stderr).toContain('- export.csv:3: a text has 100001 characters, and 100000 are the most\n')
    expect(await type('cases import export.csv -p WEB')).toMatchObject({ stdout: counts, exitCode: 7 })
  })

  test('of a folder, and in JSON', async () => {
    await mkdir(join(world.folder, 'cases'))
    for (const [name, step] of [
      ['short', 'go'],
      ['long', long],
    ])
      await writeFile(join(world.folder, 'cases', `${name}.md`), `# ${name}\n\n## Steps\n\n1. ${step}\n`)
    const { stdout, exitCode } = await type('cases import cases -p OLD --dry-run --json')
    expect([JSON.parse(stdout), exitCode]).toMatchObject([
      { counts: { new: 1 }, failed: 1, created: [{ name: 'short' }] },
      7,
    ])
    expect((await type('cases import cases -p OLD --dry-run')).stdout).toBe(counts)
  })
})

test.each([
  ['__proto__', 'customFields.__proto__ is a name that no field can have'],
  ['', 'a custom field has no name'],
  ['x'.repeat(201), 'the name of a custom field has 201 characters, and 200 are the most'],
])(
  '--dry-run counts a case as failed whose custom field has a name that the import is refused for: %s',
  async (name, reason) => {
    const rows = [
      ['long', name],
      ['short', 'area'],
    ].map(([title, key]) => `{"name":"${title}","customFields":{"${key}":1}}\n`)
    await writeFile(join(world.folder, 'cases.ndjson'), rows.join(''))
    const counts = '+ 1 new  ! 1 failed  = 0 unchanged\n'
    const { stdout, stderr, exitCode } = await type('cases import cases.ndjson -p OLD --dry-run')
    expect([stdout, exitCode]).toEqual([counts, 7])
    expect(stderr).toContain(`- cases.ndjson:1: ${reason}\n`)
    expect(await type('cases import cases.ndjson -p OLD')).toMatchObject({ stdout: counts, exitCode: 7 })
  },
)

test('a change that is too large is one of these', async () => {
  await type('cases export cases.ndjson -p WEB')
  await writeFile(
    join(world.folder, 'cases.ndjson'),
    `${JSON.stringify({ identifier: 'WEB-C1', name: 'logs in', preconditions: long })}\n`,
  )
  const { stdout, exitCode } = await type('cases import cases.ndjson --dry-run')
  expect([stdout, exitCode]).toEqual(['- 13 deleted here (--prune)  ! 1 failed  = 0 unchanged\n', 7])
})
