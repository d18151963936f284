import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

let world: SeededWorld
const type = (line: string) => world.type(`testctl ${line}`, { cwd: world.folder })
const write = (name: string, text: string | Buffer) => writeFile(join(world.folder, 'cases', name), text)
const body = '# Grüße\n\n## Steps\n\n1. go\n   **Expected:** there\n'

beforeEach(async () => {
  world = await createSeededWorld()
  await mkdir(join(world.folder, 'cases'))
})
afterEach(() => world.remove())

describe('a file that is not UTF-8', () => {
  beforeEach(() => write('latin.md', Buffer.from(`---\nfields: {}\n---\n\n${body}`, 'latin1')))

  test('is refused with its line, and the others are imported', async () => {
    await write('a.md', body)
    const { stdout, stderr, exitCode } = await type('cases import cases -p OLD')
    expect({ stdout, exitCode }).toEqual({ stdout: '+ 1 new  = 0 unchanged\n', exitCode: 7 })
    expect(stderr).toContain('error: 1 file could not be read\n')
    expect(stderr).toContain('- latin.md:5: it is not UTF-8\n')
    expect((await world.json<{ name: string }[]>('testctl cases list -p OLD')).map(({ name }) => name)).toEqual([
      'Grüße',
    ])
  })

  test.each(['cases import cases -p OLD --prune --yes', 'cases export cases -p OLD'])(
    '%s does nothing, because nobody knows which case it is',
    async (line) => {
      const { stdout, stderr, exitCode } = await type(line)
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
      expect(stderr).toContain('- latin.md:5: it is not UTF-8\n')
    },
  )

  test('is a finding of cases lint', async () => {
    expect((await type('cases lint cases')).stdout).toBe('cases/latin.md:5 not-utf-8: it is not UTF-8\n')
  })
})

test.each([
  ['little-endian', Buffer.from(`\ufeff${body}`, 'utf16le')],
  ['big-endian', Buffer.from(`\ufeff${body}`, 'utf16le').swap16()],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${body}`)],
])('UTF-16 by its mark is read: %s', async (_order, bytes) => {
  await write('a.md', bytes)
  expect(await type('cases import cases -p OLD')).toMatchObject({ stdout: '+ 1 new  = 0 unchanged\n', exitCode: 0 })
  expect(await world.json('testctl cases get OLD-C1')).toMatchObject({ name: 'Grüße' })
  expect(await readFile(join(world.folder, 'cases/a.md'), 'utf8')).toContain('case: OLD-C1')
  expect((await type('cases status cases')).stdout).toBe('= 1 unchanged\n')
})

test('what an editor saves in another encoding is not sent, and is kept', async () => {
  const editor = join(world.folder, 'editor')
  await writeFile(editor, `#!/bin/sh\nprintf '# Gr\\374\\337e\\n\\n## Steps\\n' > "$1"\n`)
  await chmod(editor, 0o755)
  const env = { EDITOR: editor, PATH: process.env['PATH']! }
  const { stderr, exitCode } = await world.type('testctl cases edit WEB-C1', { env })
  expect({ stderr, exitCode }).toEqual({
    stderr: expect.stringMatching(
      /--recover\nerror: the text is not UTF-8 \(line 1\); nothing was sent\n {2}save .*\.md as UTF-8\n$/,
    ),
    exitCode: 2,
  })
  expect(await world.json('testctl cases get WEB-C1')).toMatchObject({ name: 'logs in' })
})

test.each(['/proc/cases', '/proc/cases/all.csv'])(
  'an export into %s, where no folder can be made, says so',
  async (path) => {
    const { stderr, exitCode } = await type(`cases export ${path} -p WEB`)
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining(`error: cannot write into ${path}: it is not there\n`),
    ])
  },
)
