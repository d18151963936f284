import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lockFiles } from '../../../../src/cases/folder/lock.ts'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

let world: SeededWorld
const type = (line: string, more = {}) => world.type(`testctl ${line}`, { cwd: world.folder, ...more })
const write = (name: string, text: string) => writeFile(join(world.folder, 'cases', name), text)
const body = '# Logs in\n\n## Steps\n\n1. go\n   **Expected:** there\n'
const named = (identifier: string) => `---\ncase: ${identifier}\n---\n${body}`

beforeEach(async () => {
  world = await createSeededWorld()
  await mkdir(join(world.folder, 'cases'))
})
afterEach(() => world.remove())

describe('nothing is sent, and the error names the place', () => {
  test.each([
    [{ 'a.md': named('OLD-C1') }, 'a.md: OLD-C1 is of the project OLD, not of WEB'],
    [{ 'a.md': named('WEB-C99') }, 'a.md: there is no case WEB-C99'],
    [{ 'a.md': named('WEB-C1'), 'b.md': named('web-c1') }, 'b.md: web-c1 is also in a.md'],
    [{ 'a.md': named('C1'), 'b.md': named('WEB-C1') }, 'b.md: WEB-C1 is also in a.md'],
    [{ 'a.md': named('WEB-T1') }, 'a.md:2: "WEB-T1" is no identifier of a case'],
    [{ 'a.md': `---\nfields: {a: &x [1], b: *x}\n---\n${body}` }, 'a.md:2: anchors such as &x are refused'],
    [{ 'a.md': `---\nfields: !!js/function 'x'\n---\n${body}` }, 'a.md:2: tags such as !!js/function are refused'],
    [{ 'a.md': `---\nfields: ${'['.repeat(50_000)}\n---\n${body}` }, 'a.md:2: it is nested too deeply'],
    [{ 'a.md': `---\nfields: {}\n${body}` }, 'a.md:1: the front matter does not end'],
    [{ 'a.md': `${body}\n## Notes\n\ntext\n` }, 'a.md:8: there is no part "Notes"'],
    [{ 'a.md': `# A\n\ntext\n\n## Steps\n` }, 'a.md:3: this text belongs to no part'],
    [{ 'a.md': `# A\n\n## Steps\n\ntext\n` }, 'a.md:5: this text is no step'],
  ] as [Record<string, string>, string][])('%s', async (files, message) => {
    for (const [name, text] of Object.entries(files)) await write(name, text)
    const { stdout, stderr, exitCode } = await type('cases import cases -p WEB -v')
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
    expect(stderr).toContain(`- ${message}`)
    expect(stderr).not.toMatch(/^> (PUT|POST|DELETE)/m)
  })
})

test.each(['import cases -p OLD', 'status cases -p OLD', 'lint cases', 'import cases -p OLD --json'])(
  'a file that is no case is named in a pipe, one about the repository on a terminal alone: cases %s',
  async (line) => {
    await write('README.md', '# Cases\n\n## Setup\n\nrun it\n')
    await write('notes.md', '# Notes\n\ntext\n')
    await write('bogus.md', '# X\n\n## Bogus\n')
    await write('a.md', '# A\n\n## Steps\n\n1. go\n   **Expected:** gone\n')
    const { stderr, exitCode } = await type(`cases ${line}`)
    expect({ stderr, exitCode }).toEqual({
      stderr: 'warning: not a case, because it has no heading such as ## Steps: bogus.md, notes.md\n',
      exitCode: 0,
    })
  },
)

test('a case whose file is called like a page about the repository, and more, is imported', async () => {
  for (const name of ['security-headers.md', 'license-key.md']) await write(name, body)
  expect((await type('cases import cases -p OLD')).stdout).toBe('+ 2 new  = 0 unchanged\n')
})

test('a page that is no case is said once and left alone', async () => {
  await write('README.md', '# Cases\n\n## Setup\n\nrun it\n')
  await write('notes.md', '# Notes\n')
  await write('a.md', '# A\n\n## Steps\n\n1. go\n')
  const { stdout, stderr } = await type('cases import cases -p OLD', { terminal: 80 })
  expect(stdout).toBe('+ 1 new  = 0 unchanged\n')
  expect(stderr).toMatch(/not a case, because .*: notes\.md\n.*not a case: README\.md\n/)
})

test.each(['import', 'status', 'lint'])('cases %s of a page that is no case says so', async (verb) => {
  await write('notes.md', '# Notes\n')
  const { stdout, stderr, exitCode } = await type(`cases ${verb} cases/notes.md${verb === 'lint' ? '' : ' -p WEB'}`)
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
  expect(stderr).toMatch(/^error: there is no case in (cases\/)?notes\.md\n {2}try: testctl help case-files\n$/)
})

test.each([
  ['import cases -p OLD', 'case'],
  ['status cases -p OLD', 'case'],
  ['lint cases', 'case'],
  ['import features -p OLD', 'feature'],
])('symbolic links are skipped, and one line says so: cases %s', async (line, kind) => {
  const folder = join(world.folder, kind === 'case' ? 'cases' : 'features')
  await mkdir(folder, { recursive: true })
  const [own, linked] = kind === 'case' ? ['a.md', 'b.md'] : ['a.feature', 'b.feature']
  await writeFile(join(folder, own), kind === 'case' ? body : 'Feature: a\n  Scenario: b\n    When c\n')
  await symlink(own, join(folder, linked))
  await symlink(world.folder, join(folder, 'more'))
  await symlink('nowhere', join(folder, 'other.txt'))
  const { stderr } = await type(`cases ${line}`)
  expect(stderr).toBe(
    `warning: symbolic links in ${kind === 'case' ? 'cases' : 'features'} are not followed: ${linked} and 1 more\n`,
  )
})

test('line ends of Windows, a byte order mark and tabs are read, and stay as they are', async () => {
  await write('a.md', `\ufeff${body.replaceAll('\n', '\r\n')}`)
  expect((await type('cases import cases -p OLD')).stdout).toBe('+ 1 new  = 0 unchanged\n')
  expect(await world.json('testctl cases get OLD-C1')).toMatchObject({
    name: 'Logs in',
    steps: [{ action: 'go', expectation: 'there' }],
  })
  expect((await type('cases status cases')).stdout).toBe('= 1 unchanged\n')
})

test('names that disks hold to be the same, and devices, make different files', async () => {
  for (const name of ['CON', 'con', 'é', 'e\u0301', '漢'.repeat(200), 'x'.repeat(300)])
    await world.prints(`testctl cases create -p OLD --name ${name}`)
  await type('cases export out -p OLD')
  const files = (await readdir(join(world.folder, 'out'))).filter((name) => name.endsWith('.md'))
  expect(new Set(files.map((name) => name.toLowerCase().normalize('NFC'))).size).toBe(6)
  expect(files.filter((name) => !/^[A-Za-z0-9-]{1,100}\.md$/.test(name))).toEqual([])
})

test('links are not followed out of the folder', async () => {
  await writeFile(join(world.folder, 'secret.md'), body)
  await symlink(join(world.folder, 'secret.md'), join(world.folder, 'cases/link.md'))
  await symlink(world.folder, join(world.folder, 'cases/up'))
  expect((await type('cases import cases -p OLD')).stderr).toContain('there is no case in cases\n')
})

test('a folder that another import is working on is left to it, until that was killed', async () => {
  await write('a.md', body)
  await write('.testctl-cases.lock', '4242\n')
  const path = join(world.folder, 'cases/.testctl-cases.lock')
  const io = { pid: 1, now: () => new Date(), isRunning: (pid: number) => pid === 4242 }
  expect(() => lockFiles(path, 'cases', io)).toThrow('another import or export is working on cases (process 4242)')
  expect(await type('cases import cases -p OLD')).toMatchObject({ exitCode: 0 })
  expect(await readdir(join(world.folder, 'cases'))).toEqual(['.testctl-cases.ndjson', 'a.md'])
})

test('an import does not begin where what an earlier one left cannot be read', async () => {
  await write('a.md', body)
  await mkdir(join(world.folder, 'cases/.testctl-cases.journal'))
  const { stderr, exitCode } = await type('cases import cases -p OLD')
  expect(exitCode).toBe(2)
  expect(stderr).toMatch(/^error: cannot read .*\.testctl-cases\.journal: it is not a file$/m)
})

test('cases lint says where and what, in lines, JSON and SARIF', async () => {
  await write('a.md', body)
  await write('b.md', '# Logs in\n\n## Steps\n\n1. go\n2.\n   **Expected:** x\n')
  await write('c.md', '---\nnope: 1\nfields: {}\n---\n# None\n')
  const { stdout, exitCode } = await type('cases lint cases')
  expect(exitCode).toBe(8)
  expect(stdout).toBe(`cases/b.md:1 same-name: the name "Logs in" is also in a.md
cases/b.md:5 no-expectation: step 1 has no expectation
cases/b.md:6 empty-step: step 2 has no action
cases/c.md:2 unknown-key: there is no key "nope": put it below fields
`)
  const json = JSON.parse((await type('cases lint cases --json')).stdout) as object[]
  expect(json[1]).toEqual({
    file: 'cases/b.md',
    line: 5,
    rule: 'no-expectation',
    message: 'step 1 has no expectation',
  })
  const sarif = JSON.parse((await type('cases lint cases --sarif')).stdout) as { runs: { results: object[] }[] }
  expect(sarif.runs[0]!.results).toHaveLength(4)
  expect((await type('cases lint cases/a.md')).exitCode).toBe(0)
})
