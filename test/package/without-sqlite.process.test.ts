import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../helpers/world.ts'

// A machine for which the package has no SQLite, and a runtime that has none either, or has it turned off.
const { DatabaseSync } = (process.getBuiltinModule('node:sqlite' as 'module') ?? {}) as { DatabaseSync?: unknown }
const withoutOwn = DatabaseSync === undefined ? [] : ['--no-experimental-sqlite']

let folder: string
let home: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testctl-package-'))
  home = join(folder, 'home')
  await Promise.all(
    ['bin', 'dist', 'src/demo', 'package.json'].map((name) =>
      cp(join(root, name), join(folder, name), {
        recursive: true,
        filter: (path) => !path.startsWith(join(root, 'dist', 'sqlite') + '/') && path !== join(root, 'dist', 'sqlite'),
      }),
    ),
  )
  await cp(join(root, 'completions'), home, { recursive: true })
})
afterAll(() => rm(folder, { recursive: true }))

const type = (...words: string[]) =>
  execa(process.execPath, [...withoutOwn, join(folder, 'bin/testctl.js'), ...words], {
    cwd: home,
    env: { HOME: home, PATH: process.env['PATH'], TESTCTL_NO_CACHE: '1', TESTCTL_URL: 'file:../team.db' },
    extendEnv: false,
    reject: false,
  })

test('where there is no SQLite, testctl demo says why and what helps, and leaves nothing behind', async () => {
  const before = await readdir(home)
  const { exitCode, stdout, stderr } = await type('demo')
  expect({ exitCode, stdout, lines: stderr.split('\n') }).toEqual({
    exitCode: 2,
    stdout: '',
    lines: [
      expect.stringMatching(
        /^error: a store in a file needs SQLite 3\.51\.3 or later: Node\.js [\d.]+ has none, and the one of testctl does not load on \w+-\w+ \(Cannot find module/,
      ),
      '  use Node.js 24.15 or later, which has one',
    ],
  })
  expect(await readdir(home)).toEqual(before)
})

test('testctl doctor gives the same reason for the SQLite and for the store that needs it', async () => {
  await writeFile(join(folder, 'team.db'), '')
  const { stdout } = await type('doctor')
  const reasons = [...stdout.matchAll(/^(sqlite|store)\tfailed\t.*does not load on [\w-]+ \((Cannot find module)/gm)]
  expect(reasons.map(([, name, reason]) => [name, reason])).toEqual([
    ['sqlite', 'Cannot find module'],
    ['store', 'Cannot find module'],
  ])
})

test('what needs no store works there', async () => {
  expect((await type('--version')).exitCode).toBe(0)
  expect((await type('reports', 'read', join(root, 'src/demo/junit.xml'))).exitCode).toBe(0)
})
