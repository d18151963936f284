import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SeededWorld } from '../../../helpers/seed.ts'
import { worldsOfFewCases } from '../few-cases.ts'

let world: SeededWorld
const makeWorld = worldsOfFewCases(async (world) => {
  await world.prints('testctl cases export cases -p WEB', { cwd: world.folder })
  await world.prints('testctl cases update WEB-C1 --name other')
})
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.remove())

test.each([
  ['a case that was deleted there', 'testctl cases delete WEB-C2 --yes'],
  ['a file that was deleted here', undefined],
])('%s is a difference for each command', async (_, line) => {
  await world.prints('testctl cases update WEB-C1 --name "logs in"')
  const lines = ['export cases --dry-run', 'export cases --dry-run --prune', 'import cases --dry-run', 'status cases']
  const codes = () =>
    Promise.all(
      lines.map(
        async (verb) => (await world.type(`testctl cases ${verb} --exit-code`, { cwd: world.folder })).exitCode,
      ),
    )
  expect(await codes()).toEqual([0, 0, 0, 0])
  const folder = join(world.folder, 'cases')
  const [file = ''] = (await readdir(folder)).filter((name) => name.startsWith('WEB-C2-'))
  await (line === undefined ? rm(join(folder, file)) : world.prints(line))
  expect(await codes()).toEqual([8, 8, 8, 8])
})

test.each([
  [
    'changed in the service',
    'cases',
    async () => {},
    'to take what changed in the service: testctl cases export cases',
  ],
  ['changed in the service', '.', async () => {}, 'to take what changed in the service: testctl cases export .'],
  [
    'new in the files',
    'cases',
    (folder: string) => writeFile(join(folder, 'new.md'), '# New\n\n## Steps\n\n1. Go\n'),
    'to send what changed in the files: testctl cases import cases',
  ],
  [
    'without its file',
    'cases',
    async (folder: string) => {
      await world.prints('testctl cases update WEB-C1 --name "logs in"')
      const [file = ''] = (await readdir(folder)).filter((name) => name.startsWith('WEB-C2-'))
      await rm(join(folder, file))
    },
    'to delete the cases whose files were deleted: testctl cases import cases --prune',
  ],
])('cases status names the command that takes over what is %s (%s)', async (_, typed, change, hint) => {
  const folder = join(world.folder, 'cases')
  await change(folder)
  const cwd = typed === '.' ? folder : world.folder
  const { stderr, exitCode } = await world.type(`testctl cases status ${typed} --exit-code`, { cwd })
  expect({ stderr, exitCode }).toEqual({ stderr: `error: files and service differ\n  ${hint}\n`, exitCode: 8 })
})

test.each([
  ['cases/WEB-C1-logs-in.md', '', 'cases'],
  ['WEB-C1-logs-in.md', 'cases', '.'],
])('cases status of %s alone names the folder to export', async (typed, below, named) => {
  const cwd = join(world.folder, below)
  const { stderr } = await world.type(`testctl cases status ${typed} --exit-code`, { cwd })
  expect(stderr).toContain(`to take what changed in the service: testctl cases export ${named}\n`)
})

test.each(['import', 'export'])('cases %s --exit-code without --dry-run is refused', async (verb) => {
  const line = `testctl cases ${verb} cases --exit-code`
  expect(await world.type(line, { cwd: world.folder })).toEqual({
    stdout: '',
    stderr: 'error: --exit-code needs --dry-run\n  or compare only: testctl cases status cases --exit-code\n',
    exitCode: 2,
  })
  expect(await world.type(`${line} --dry-run`, { cwd: world.folder })).toMatchObject({ exitCode: 8 })
})

describe('a plan ends as what it plans does', () => {
  const codeOf = async (line: string) => (await world.type(`testctl cases ${line}`, { cwd: world.folder })).exitCode
  const path = () => join(world.folder, 'cases', 'WEB-C1-logs-in.md')
  const change = async (from: string, to: string) =>
    writeFile(path(), (await readFile(path(), 'utf8')).replace(from, to))
  const codes = async (line: string) => ({ plan: await codeOf(`${line} --dry-run`), done: await codeOf(line) })

  test.each([
    ['import cases', { plan: 7, done: 7 }],
    ['export cases', { plan: 7, done: 7 }],
    ['import cases --theirs all', { plan: 0, done: 0 }],
    ['export cases --ours all', { plan: 0, done: 0 }],
  ])('a field that both sides changed: cases %s', async (line, ends) => {
    await change('# logs in', '# mine')
    expect(await codes(line)).toEqual(ends)
  })

  test('a case that was changed here and deleted there', async () => {
    await change('# logs in', '# mine')
    await world.prints('testctl cases delete WEB-C1 --yes')
    expect(await codes('import cases')).toEqual({ plan: 7, done: 7 })
  })

  test('a file that has lost its case', async () => {
    await change('case: WEB-C1\n', '')
    expect(await codes('import cases')).toEqual({ plan: 7, done: 7 })
  })

  test('what is only changed is no failure', async () => {
    expect(await codes('import cases')).toEqual({ plan: 0, done: 0 })
    expect(await codes('export cases')).toEqual({ plan: 0, done: 0 })
  })
})
