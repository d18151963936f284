import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'
import { worldsOfFewCases } from '../few-cases.ts'

// All cases in one file: exported, edited, and imported again.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())
const type = (line: string) => world.type(`testctl ${line}`, { cwd: world.folder })
const file = (name: string) => join(world.folder, name)
const read = (name: string) => readFile(file(name), 'utf8')
const field = async (id: string, name: string) => (await world.json(`testctl cases get ${id}`))[name]

const added = {
  ndjson: (text: string) => `${text}{"name":"=new"}\n`,
  json: (text: string) => text.replace(/\n\]\n$/, ',\n  { "name": "=new" }\n]\n'),
  yaml: (text: string) => `${text}- name: "=new"\n`,
  csv: (text: string) => `${text},'=new,,,,\r\n`,
}

describe.each(Object.keys(added) as (keyof typeof added)[])('cases.%s', (ending) => {
  const name = `cases.${ending}`
  const makeWorld = worldsOfFewCases((world) => world.prints(`testctl cases export ${name} -p WEB`))
  beforeEach(async () => {
    await world.remove()
    world = await makeWorld()
  })

  test('an export has nothing to do the second time', async () => {
    const text = await read(name)
    for (const verb of ['export', 'import', 'status'])
      expect(await type(`cases ${verb} ${name}`)).toEqual({ stdout: '= 3 unchanged\n', stderr: '', exitCode: 0 })
    expect(await read(name)).toBe(text)
    expect((await readdir(world.folder)).filter((one) => one.includes(name)).sort()).toEqual([
      `.${name}.testctl.ndjson`,
      name,
    ])
  })

  test('import sends what was changed, creates what is new, and writes its identifier down', async () => {
    await writeFile(file(name), added[ending]((await read(name)).replace('logs in', 'logs in again')))
    expect(await type(`cases import ${name}`)).toMatchObject({
      stdout: '+ 1 new  ~ 1 changed (name 1)  = 2 unchanged\n',
      exitCode: 0,
    })
    expect(await field('WEB-C1', 'name')).toBe('logs in again')
    expect(await field('WEB-C15', 'name')).toBe('=new')
    expect(await read(name)).toContain('WEB-C15')
    expect((await type(`cases import ${name}`)).stdout).toBe('= 4 unchanged\n')
    await rm(file(`.${name}.testctl.ndjson`))
    expect((await type(`cases import ${name}`)).stdout).toBe('= 4 unchanged\n')
  })

  test('export writes a file that was removed anew, with all cases', async () => {
    const text = await read(name)
    await rm(file(name))
    expect((await type(`cases export ${name} --dry-run`)).stdout).toMatch(/^\+ 3 new {2}= 0 unchanged\n/)
    expect(await type(`cases export ${name}`)).toMatchObject({ stdout: '+ 3 new  = 0 unchanged\n', exitCode: 0 })
    expect(await read(name)).toBe(text)
    expect((await type(`cases import ${name}`)).stdout).toBe('= 3 unchanged\n')
  })

  test('export takes what was changed and deleted there, and leaves what was changed here', async () => {
    await writeFile(file(name), (await read(name)).replace('logs in', 'logs in here'))
    await world.prints("testctl cases update WEB-C1 --preconditions 'there\n=too'")
    await world.prints('testctl cases delete WEB-C2 --yes')
    expect((await type(`cases export ${name} --prune --yes`)).stdout).toContain('- 1 deleted there')
    expect(await read(name)).toContain('logs in here')
    expect(await read(name)).not.toMatch(/WEB-C2\b/)
    expect((await type(`cases status ${name}`)).stdout).toBe('~ 1 changed (name 1)  = 1 unchanged\n')
  })

  test('an identifier of another project or of no case is refused, and nothing is sent', async () => {
    const text = await read(name)
    for (const wrong of ['APP-C1', 'WEB-C99']) {
      await writeFile(file(name), text.replace(/WEB-C1\b/, wrong))
      const { stderr, exitCode } = await type(`cases import ${name} -p WEB`)
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(wrong)])
    }
    expect((await world.json('testctl cases list -p WEB')) as unknown as unknown[]).toHaveLength(3)
  })
})

test('fields that are not known are refused with their line', async () => {
  await writeFile(file('c.ndjson'), '{"name":"a"}\n{"name":"b","section":"x"}\n')
  expect(await type('cases import c.ndjson -p WEB')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/c\.ndjson:2.*there is no field "section"/),
  })
})

test('a file of another system, or of anything else, is never replaced', async () => {
  await writeFile(file('other.json'), '{"suites": []}')
  expect(await type('cases export other.json -p WEB')).toMatchObject({ exitCode: 2 })
  expect(await read('other.json')).toBe('{"suites": []}')
})

test.each([
  ['c.ndjson', '{"name":"a"}\n{"name":"b"\n'],
  ['c.json', '[{"name":"a"},\n{"name":7}]\n'],
  ['c.csv', 'identifier,name,preconditions,step,action,expectation\n,a,,2,x,\n,b,,,,\n'],
])('%s of which a part cannot be read is refused, and left as it is', async (name, text) => {
  await writeFile(file(name), text)
  const { stderr, exitCode } = await type(`cases import ${name} -p OLD`)
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(`- ${name}:2: `) })
  expect(await read(name)).toBe(text)
  expect(await world.json('testctl cases list -p OLD')).toEqual([])
})

test.each([
  ['a comment', '# mine\n- name: a\n', 1],
  ['an alias, and with it a bomb', '- name: a\n  customFields: {b: &b [1], c: [*b, *b]}\n', 2],
  ['a tag', "- name: !!js/function 'x'\n", 1],
])('%s in YAML is refused before anything is sent', async (_what, text, line) => {
  await writeFile(file('c.yaml'), text)
  expect(await type('cases import c.yaml -p WEB')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(`c.yaml:${line}`),
  })
})

test('lint names the file as it was typed', async () => {
  await type('cases export sub/c.ndjson -p WEB')
  await writeFile(file('sub/c.ndjson'), '{"name":"a"}\n')
  expect((await type('cases lint sub/c.ndjson')).stdout).toBe('sub/c.ndjson:1 no-steps: the case has no steps\n')
})

test('CSV that is ordered to be of another system is read as such', async () => {
  await writeFile(file('c.csv'), 'identifier,name,preconditions,step,action,expectation\nX-1,a,,,,\n')
  expect(await type('cases import c.csv -p WEB')).toMatchObject({ exitCode: 2 })
  expect(await type('cases import c.csv -p WEB --from csv --dry-run')).toMatchObject({ exitCode: 0 })
})

test('an identifier that stands twice in a file is refused, with both lines and how to go on', async () => {
  await writeFile(file('twice.ndjson'), '{"identifier":"WEB-C1","name":"a"}\n{"identifier":"C1","name":"b"}\n')
  const { stderr, exitCode } = await type('cases import twice.ndjson -p WEB')
  expect({ stderr, exitCode }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining('twice.ndjson:2: C1 is also in twice.ndjson:1: remove it from one of them'),
  })
})
