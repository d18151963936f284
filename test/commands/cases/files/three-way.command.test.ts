import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SeededWorld } from '../../../helpers/seed.ts'
import { worldsOfFewCases } from '../few-cases.ts'

// Import and export of one case that was changed in the file, in the service, in both or in neither.

let world: SeededWorld
const file = (name: string) => join(world.folder, 'cases', name)
const login = () => file('WEB-C1-logs-in.md')
const read = (path = login()) => readFile(path, 'utf8')
const change = async (from: string, to: string) => {
  const text = await read()
  expect(text).toContain(from)
  await writeFile(login(), text.replace(from, to))
}
const there = (flags: string) => world.prints(`testctl cases update WEB-C1 ${flags}`)
const field = async (name: string) => (await world.json('testctl cases get WEB-C1'))[name]

const makeWorld = worldsOfFewCases((world) => world.prints('testctl cases export cases -p WEB'))
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.remove())
const type = (line: string) => world.type(`testctl ${line}`, { cwd: world.folder })
const writes = (line: string) =>
  world.requests(`testctl ${line}`, { cwd: world.folder }).then((all) => all.filter((one) => !one.startsWith('GET')))

test('an export has a file for each case, and nothing to do the second time', async () => {
  expect(await read()).toBe(`---
case: WEB-C1
fields:
  area: login
  weight: 0
---

# logs in

## Preconditions

There is an account.

## Steps

1. Open the page
   **Expected:** The form is shown
`)
  expect((await readdir(join(world.folder, 'cases'))).length).toBe(4)
  expect(await type('cases export cases')).toEqual({ stdout: '= 3 unchanged\n', stderr: '', exitCode: 0 })
  expect(await type('cases import cases')).toEqual({ stdout: '= 3 unchanged\n', stderr: '', exitCode: 0 })
  expect(await writes('cases import cases')).toEqual([])
})

describe('changed here', () => {
  beforeEach(() => change('# logs in', '# logs in again'))

  test('import sends that field alone', async () => {
    await there('--preconditions other')
    expect(await writes('cases import cases')).toEqual(['POST /v1/cases/ID'])
    expect([await field('name'), await field('preconditions')]).toEqual(['logs in again', 'other'])
    expect((await type('cases status cases')).stdout).toBe('< 1 changed there  = 2 unchanged\n')
  })

  test('export leaves the file', async () => {
    expect((await type('cases export cases')).stdout).toBe('< 1 changed here  = 2 unchanged\n')
    expect(await read()).toContain('# logs in again')
    expect((await type('cases import cases')).stdout).toBe('~ 1 changed (name 1)  = 2 unchanged\n')
  })
})

describe('changed there', () => {
  beforeEach(() => there("--name 'logs in there' --custom-field area= --custom-field new=1"))

  test('export takes it', async () => {
    expect((await type('cases export cases')).stdout).toBe('~ 1 changed (name 1, area 1, new 1)  = 2 unchanged\n')
    expect(await read()).toContain('fields:\n  weight: 0\n  new: "1"\n---\n\n# logs in there\n')
    expect((await type('cases status cases')).stdout).toBe('= 3 unchanged\n')
  })

  test('import leaves it and says so', async () => {
    expect(await type('cases import cases')).toMatchObject({
      stdout: '< 1 changed there  = 2 unchanged\n',
      exitCode: 0,
    })
    expect(await field('name')).toBe('logs in there')
  })
})

test('the same change on both sides is agreed on', async () => {
  await change('# logs in', '# same')
  await there('--name same')
  expect((await type('cases import cases')).stdout).toBe('= 3 unchanged\n')
  await there('--name other')
  expect((await type('cases status cases')).stdout).toBe('< 1 changed there  = 2 unchanged\n')
})

describe('changed on both sides', () => {
  beforeEach(async () => {
    await change('There is an account.', 'There is one account.')
    await change('Open the page', 'Open a page')
    await there("--preconditions 'There are two accounts.' --step 'Open this page => The form is shown'")
  })

  test.each(['import', 'export'])('%s shows the conflict word by word and leaves it, exit code 7', async (verb) => {
    const { stdout, stderr, exitCode } = await type(`cases ${verb} cases`)
    expect(stdout).toBe(`! 2 conflicts  = 2 unchanged
! WEB-C1 WEB-C1-logs-in.md preconditions
    There [-are-]{+is+} [-two-]{+one+} [-accounts-]{+account+}.
! WEB-C1 WEB-C1-logs-in.md steps
    1. Open [-this-]{+a+} page => The form is shown
`)
    expect({ stderr, exitCode }).toEqual({ stderr: expect.stringMatching(/^error: 2 conflicts left\n/), exitCode: 7 })
    expect([await field('preconditions'), (await read()).includes('one account')]).toEqual([
      'There are two accounts.',
      true,
    ])
  })

  test.each(['import', 'export'])('%s takes the side that was chosen, by case and field', async (verb) => {
    const line = `cases ${verb} cases --ours WEB-C1 --theirs C1:steps`
    expect(await type(line)).toMatchObject({ stderr: '', exitCode: 0 })
    expect((await type('cases import cases')).exitCode).toBe(0)
    expect(await field('preconditions')).toBe('There is one account.')
    expect((await type('cases export cases')).exitCode).toBe(0)
    expect(await read()).toContain('1. Open this page\n')
    expect((await type('cases status cases')).stdout).toBe('= 3 unchanged\n')
  })

  test('--ours before the folder means all of it', async () => {
    expect(await type('cases import --ours cases')).toMatchObject({ exitCode: 0 })
    expect((await type('cases status cases')).stdout).toBe('= 3 unchanged\n')
  })
})

describe('without the base', () => {
  beforeEach(() => rm(file('.testctl-cases.ndjson')))

  test('what is equal is adopted', async () => {
    expect((await type('cases import cases')).stdout).toBe('= 3 unchanged\n')
    await change('# logs in', '# again')
    expect((await type('cases import cases')).stdout).toBe('~ 1 changed (name 1)  = 2 unchanged\n')
  })

  test('what differs is a conflict, whichever is newer', async () => {
    await change('# logs in', '# again')
    expect(await type('cases import cases')).toMatchObject({ exitCode: 7 })
    expect(await field('name')).toBe('logs in')
  })
})

describe('deleted', () => {
  test('here: import asks before it deletes there, export does not bring it back', async () => {
    await rm(login())
    expect((await type('cases export cases')).stdout).toBe('x 1 deleted here  = 2 unchanged\n')
    expect((await type('cases import cases')).stdout).toBe('- 1 deleted here (--prune)  = 2 unchanged\n')
    expect(await type('cases import cases --prune')).toMatchObject({ stdout: '', exitCode: 2 })
    expect((await type('cases import cases --prune --yes')).stdout).toContain('deleted WEB-C1')
    expect((await world.fails('testctl cases get WEB-C1')).exitCode).toBe(3)
    expect((await type('cases import cases')).stdout).toBe('= 2 unchanged\n')
  })

  test('here: --theirs brings it back', async () => {
    await rm(login())
    const line = 'cases export cases --theirs WEB-C1'
    expect((await type(`${line} --dry-run`)).stdout).toBe('+ 1 new  = 2 unchanged\n')
    expect(await type(line)).toEqual({ stdout: '+ 1 new  = 2 unchanged\n', stderr: '', exitCode: 0 })
    expect(await read()).toContain('# logs in')
  })

  test('here, and changed there: it is not deleted', async () => {
    await rm(login())
    await there('--name other')
    expect(await type('cases import cases --prune --yes')).toMatchObject({ exitCode: 7 })
    expect(await field('name')).toBe('other')
  })

  test('there: the file stays until it is pruned, and never becomes a new case', async () => {
    await world.prints('testctl cases delete WEB-C1 --yes')
    expect(await writes('cases import cases')).toEqual([])
    expect(await read()).toContain('case: WEB-C1')
    expect((await type('cases export cases --prune --yes')).stdout).toContain('- 1 deleted there (--prune)')
    await expect(read()).rejects.toThrow('ENOENT')
  })
})

test('a folder within the folder, a page about it and a file alone', async () => {
  await mkdir(file('more'))
  await writeFile(file('more/new.md'), '# New one\n\n## Steps\n\n- do it\n')
  await writeFile(file('README.md'), '# Setup\n\nhello\n')
  expect((await type('cases import cases/more/new.md -p WEB')).stdout).toBe('+ 1 new  = 0 unchanged\n')
  expect(await read(file('more/new.md'))).toBe('---\ncase: WEB-C15\n---\n\n# New one\n\n## Steps\n\n- do it\n')
  expect((await type('cases import cases')).stdout).toBe('= 4 unchanged\n')
})
