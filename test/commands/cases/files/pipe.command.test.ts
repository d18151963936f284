import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SeededWorld } from '../../../helpers/seed.ts'
import { worldsOfFewCases } from '../few-cases.ts'

// `cases import -` with piped cases, and `cases create --from`, which takes a file as a template.

let world: SeededWorld
const makeWorld = worldsOfFewCases()
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.remove())
const type = (line: string, stdin = '') => world.type(`testctl ${line}`, { cwd: world.folder, stdin })
const names = async (project: string) =>
  (await world.json<{ name: string }[]>(`testctl cases list -p ${project} --all`)).map(({ name }) => name)
const lines = (...cases: object[]) => cases.map((one) => `${JSON.stringify(one)}\n`).join('')

describe('cases import -', () => {
  test('takes what cases list prints, and changes what was changed on the way', async () => {
    const listed = await world.prints('testctl cases list -p WEB --ndjson')
    expect(await type('cases import -', listed)).toEqual({ stdout: '= 3 unchanged\n', stderr: '', exitCode: 0 })
    expect((await type('cases import -', listed.replace('logs in', 'signs in'))).stdout).toBe(
      '~ 1 changed (name 1)  = 2 unchanged\n',
    )
    expect((await names('WEB'))[0]).toBe('signs in')
    const json = await world.prints('testctl cases list -p WEB --json')
    expect((await type('cases import -', json)).stdout).toBe('= 3 unchanged\n')
  })

  test('creates a case with a source once', async () => {
    const one = lines({ name: 'a', customFields: { source: 'tool:1' } })
    expect((await type('cases import - -p OLD', one)).stdout).toBe('+ 1 new  = 0 unchanged\n')
    expect((await type('cases import - -p OLD', one)).stdout).toBe('= 1 unchanged\n')
  })

  test('refuses a case that a second import could not find, and sends nothing', async () => {
    const { stderr, exitCode } = await type(
      'cases import - -p OLD',
      lines({ name: 'a' }, { identifier: 'OLD-C1', name: 'b' }),
    )
    expect(exitCode).toBe(2)
    expect(stderr).toContain('error: 1 case of stdin cannot be identified; nothing was sent\n')
    expect(stderr).toContain('- stdin:1: "a" has no identifier')
    expect(stderr).toContain('testctl cases create -p OLD --from -')
    expect(await names('OLD')).toEqual([])
  })

  test('takes a file of another system as before', async () => {
    expect((await type('cases import - -p OLD', 'ID,Title,Steps\n1,a,do\n')).stdout).toBe('+ 1 new  = 0 unchanged\n')
  })

  test('says which line is no case', async () => {
    const { stderr, exitCode } = await type('cases import - -p OLD', `${lines({ name: 'a' })}{"name": 1}\n`)
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining('- stdin:2: name must be a text'),
    })
  })
})

describe('cases create --from', () => {
  const files = {
    'c.ndjson': lines({ name: 'a' }, { name: 'b', steps: [{ action: 'x', expectation: 'y' }] }),
    'c.json': '[{"name":"a"},{"name":"b"}]',
    'c.yaml': '- name: a\n- name: b\n',
    'c.csv': 'identifier,name,preconditions,step,action,expectation\n,a,,,,\n,b,,1,x,y\n',
    'c.md': '# a\n\n## Steps\n\n1. x\n   **Expected:** y\n',
  }

  test.each(Object.entries(files))(
    '%s creates its cases each time, and leaves the file as it is',
    async (name, text) => {
      await writeFile(join(world.folder, name), text)
      const once = name === 'c.md' ? ['a'] : ['a', 'b']
      expect((await type(`cases create -p OLD --from ${name}`)).stdout).toBe(
        once.map((_, at) => `OLD-C${at + 1}\n`).join(''),
      )
      await type(`cases create -p OLD --from ${name}`)
      expect((await names('OLD')).toSorted()).toEqual([...once, ...once].toSorted())
      expect(await readFile(join(world.folder, name), 'utf8')).toBe(text)
    },
  )

  test('- reads lines of JSON from a pipe, and its output goes into the next command', async () => {
    const created = await type('cases create -p OLD --from -', files['c.ndjson'])
    expect(created).toEqual({ stdout: 'OLD-C1\nOLD-C2\n', stderr: '', exitCode: 0 })
    expect((await type('runs create -p OLD --name Nightly --cases -', created.stdout)).exitCode).toBe(0)
    expect((await type('tests list OLD-R1 --columns name')).stdout).toBe('a\nb\n')
  })

  test('cases of another project are copied, from a file, a folder and a pipe', async () => {
    const printed = await world.prints('testctl cases list -p WEB --ndjson')
    await writeFile(join(world.folder, 'c.ndjson'), printed)
    await type('cases export cases -p WEB')
    for (const line of ['c.ndjson', 'cases', '-'])
      expect(await type(`cases create -p OLD --from ${line}`, printed)).toMatchObject({ stderr: '', exitCode: 0 })
    const web = await names('WEB')
    expect((await names('OLD')).toSorted()).toEqual([...web, ...web, ...web].toSorted())
    const { name, preconditions, steps, customFields } = await world.json('testctl cases get WEB-C1')
    const copied = { name, preconditions, steps, customFields }
    expect(await world.json('testctl cases get OLD-C1')).toMatchObject(copied)
  })

  test('a case that has an identifier of the project is refused: cases import changes it', async () => {
    await writeFile(
      join(world.folder, 'c.ndjson'),
      lines({ identifier: 'OLD-C1', name: 'a' }, { identifier: 'WEB-C1', name: 'b' }),
    )
    const { stderr, exitCode } = await type('cases create -p WEB --from c.ndjson')
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: `error: 1 case of c.ndjson has an identifier of WEB: nothing was created
  to change them: testctl cases import -p WEB c.ndjson; without identifiers they are created
  - c.ndjson:2: it is WEB-C1\n`,
    })
    expect(await names('WEB')).toHaveLength(3)
  })

  test('what the service refuses is named with its line; the others are created', async () => {
    const { stdout, stderr, exitCode } = await type(
      'cases create -p OLD --from -',
      lines({ name: 'a' }, { name: 'n'.repeat(501) }),
    )
    expect({ stdout, exitCode }).toEqual({ stdout: 'OLD-C1\n', exitCode: 7 })
    expect(stderr).toContain('error: 1 of 2 cases created, 1 failed\n')
    expect(stderr).toContain('- stdin:2: ')
  })

  test.each([
    ['--from c.md --name a', /--from excludes the flags/],
    ['--from missing.md', /there is no folder and no file missing.md/],
    ['--from empty.ndjson', /there is no case in empty.ndjson/],
    ['--from -', /stdin holds no cases of testctl/],
  ])('%s is refused', async (flags, message) => {
    await writeFile(join(world.folder, 'empty.ndjson'), '')
    expect(await type(`cases create -p OLD ${flags}`)).toMatchObject({
      stdout: '',
      stderr: expect.stringMatching(message),
      exitCode: 2,
    })
  })

  test('--dry-run shows the requests and creates nothing', async () => {
    expect(
      (await type('cases create -p OLD --from - --dry-run', files['c.ndjson'])).stdout.match(/^PUT /gm),
    ).toHaveLength(2)
    expect(await names('OLD')).toEqual([])
  })
})

test('runs create --cases - takes a list of cases', async () => {
  const listed = await world.prints('testctl cases list -p WEB -q --custom-field area=login')
  const { stdout } = await type('runs create -p WEB --name Login --cases -', listed)
  expect((await type(`tests list ${stdout.trim()} -q`)).stdout.trim().split('\n')).toHaveLength(3)
})
