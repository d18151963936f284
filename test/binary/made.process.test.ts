import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scripts } from '../../package.json'
import { createMachine, type Machine } from '../e2e/machine.ts'
import { binary, isBinary } from '../helpers/program.ts'
import { blocksOf } from '../repository/blocks.ts'
import { root } from '../helpers/world.ts'

// What is published with the single-file programs, and their page. npm run test:binary makes the programs themselves.

type Made = {
  targets: Record<string, { bun: string }>
  fileOf: (target: string) => string
  noticesOfBinaries: (modules: string[]) => string
  writeSums: (folder: string) => void
}
const { bunPackages } = (await import(join(root, 'bin/bun.mjs'))) as { bunPackages: Record<string, string> }
const { fileOf, noticesOfBinaries, targets, writeSums } = (await import(join(root, 'bin/binaries.mjs'))) as Made
const page = 'src/docs/binary.md'

test('the page lists the programs that are made, and each has a bun that was chosen', async () => {
  const listed = [...(await readFile(join(root, page), 'utf8')).matchAll(/^\|.*\| `(\S+)` +\|$/gm)].map(
    ([, file]) => file,
  )
  expect(listed).toEqual(Object.keys(targets).map(fileOf))
  for (const { bun } of Object.values(targets)) expect(bunPackages[bun]).toMatch(/^sha512-/)
})

test('the notices name bun, and what of it is under the LGPL', () => {
  const notices = noticesOfBinaries([join(root, 'node_modules/commander/index.js')])
  expect(notices).toMatch(/^bun \d[\d.]+ \(MIT, with parts under LGPL/m)
  expect(notices).toMatch(/JavaScriptCore.*LGPL[^]*^commander /m)
})

describe('a program from a release', () => {
  let folder: string
  let machine: Machine
  beforeEach(async () => {
    machine = await createMachine()
    folder = await mkdtemp(join(tmpdir(), 'testctl-release-'))
  })
  afterEach(async () => {
    await machine.remove()
    await rm(folder, { recursive: true })
  })

  test('is verified and installed as the page says', async () => {
    const name = 'testctl-linux-x64'
    if (isBinary) await copyFile(binary, join(folder, name))
    else await writeFile(join(folder, name), '#!/bin/sh\nexec testctl "$@"\n')
    await writeFile(join(folder, 'testctl-other'), 'of another system')
    writeSums(folder)
    await rm(join(folder, 'testctl-other'))
    const [lines = ''] = blocksOf(page, 'console')
    const here = lines
      .replaceAll(/^curl .*\n/gm, '')
      .replace('/usr/local/bin/testctl', './testctl')
      .replace(/^testctl/m, './testctl')
    const { stdout, stderr, exitCode } = await machine.shell(here, { cwd: folder })
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
    expect(stdout).toMatch(/^testctl-linux-x64: OK\n\{/)
  })

  test('that was changed is found', async () => {
    await writeFile(join(folder, 'testctl-linux-x64'), 'one')
    writeSums(folder)
    await writeFile(join(folder, 'testctl-linux-x64'), 'other')
    const words = ['--check', '--ignore-missing', 'SHA256SUMS']
    const check = promisify(execFile)('sha256sum', words, { cwd: folder, env: { ...process.env, LC_ALL: 'C' } })
    await expect(check).rejects.toMatchObject({ stdout: 'testctl-linux-x64: FAILED\n' })
  })
})

test('the page names scripts and targets that exist', async () => {
  const text = await readFile(join(root, page), 'utf8')
  const named = [...text.matchAll(/npm run ([\w:]+)(?: -- (\S+))?$/gm)]
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter(([, script = '']) => !(script in scripts))).toEqual([])
  expect(named.filter(([, , target]) => target && target !== '--here' && !(target in targets))).toEqual([])
})

describe.skipIf(!isBinary)('the program', () => {
  let machine: Machine
  beforeAll(async () => {
    machine = await createMachine()
  })
  afterAll(() => machine.remove())

  test('says that it is one file, where it is, and what it runs on', async () => {
    const { stdout } = await machine.type('testctl --version --json')
    expect(JSON.parse(stdout)).toMatchObject({
      installation: 'binary',
      path: binary,
      runtime: expect.stringMatching(/^Bun \d/),
    })
    expect((await machine.type('testctl doctor')).stdout).toMatch(/^runtime\tok\ttestctl \S+ \(one file\), Bun \d/m)
  })

  test('knows nothing of the machine that made it', async () => {
    expect((await readFile(binary)).includes(root)).toBe(false)
  })

  test('has its own jq where the machine has none', async () => {
    await machine.type('testctl projects create --name Web --identifier WEB')
    const seen = await machine.type("testctl projects list --jq '.[].name'", { env: { PATH: '/nonesuch' } })
    expect(seen).toEqual({ stdout: 'Web\n', stderr: '', exitCode: 0 })
  })

  test('needs no folder that can be written, and no home', async () => {
    const env = { HOME: '', XDG_CACHE_HOME: '', TMPDIR: '/nonesuch', TESTCTL_URL: `file:${machine.folder}/team.db` }
    const elsewhere = { env, cwd: '/proc' }
    expect(await machine.type('testctl projects list', elsewhere)).toMatchObject({ stderr: '', exitCode: 0 })
    expect(await machine.type('testctl --version', elsewhere)).toMatchObject({ stderr: '', exitCode: 0 })
  })
})
