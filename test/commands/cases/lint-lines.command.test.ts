import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

// The line numbers that `cases lint` reports.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const header = 'identifier,name,preconditions,step,action,expectation\n'
const files: [title: string, name: string, text: string, found: string[]][] = [
  ['a step', 'a.md', '---\ncase: WEB-C8\n---\n\n# Ok\n\n## Steps\n\n1. a\n', ['9 no-expectation']],
  ['a step after others', 'a.md', '# a\n\n## Steps\n\n* a\n  *Expected:* b\n* `a`\n', ['7 no-expectation']],
  [
    'a step of a table',
    'a.md',
    '# Foo\n\n## Steps\n\n| # | Action | Expected |\n|-|-|-|\n| 1 | a | |\n',
    ['7 no-expectation'],
  ],
  ['a step with a heading', 'a.md', '# Foo\n\n## Test Steps\n\n### Step\n\na\n', ['5 no-expectation']],
  [
    'a step in the front matter',
    'a.md',
    '---\nsteps:\n  - action: a\n    expectation: ""\n---\n\n# A\n',
    ['3 no-expectation'],
  ],
  ['a row', 'c.csv', `${header},One,,1,x,\n,Two,,1,y,z\n,,,2,x,\n`, ['2 no-expectation', '4 no-expectation']],
  ['a row of a name that occurs twice', 'c.csv', `${header},Foo,,1,a,b\n,Bar,,1,a,b\n,Foo,,1,a,b\n`, ['4 same-name']],
  [
    'a step in JSON',
    'c.json',
    '[\n{"name":"go","steps":\n[{"action":"go",\n"expectation":""}]},\n{"name":"og",\n"steps":[\n{"action":"go","expectation":""}]}]',
    ['3 no-expectation', '7 no-expectation'],
  ],
  [
    'a step in YAML',
    'c.yaml',
    '- name: on\n  steps:\n    - action: t\n      expectation: on\n    - action: "on"\n      expectation: ""\n',
    ['5 no-expectation'],
  ],
]

test.each(files)('%s is named by its line (%s)', async (_, name, text, found) => {
  await writeFile(join(world.folder, name), text)
  const { stdout, exitCode } = await world.type(`testctl cases lint ${name}`, { cwd: world.folder })
  expect({
    found: stdout
      .trim()
      .split('\n')
      .map((line) => line.replace(/^[^:]*:(\d+) ([^:]*):.*/, '$1 $2')),
    exitCode,
  }).toEqual({ found, exitCode: 8 })
})

test('the other place of a name is named by its line, and annotations have the same lines', async () => {
  await writeFile(join(world.folder, 'c.csv'), `${header},Foo,,1,a,b\n,Foo,,1,a,b\n`)
  const { stdout, stderr } = await world.type('testctl cases lint c.csv --annotate', { cwd: world.folder })
  expect(stdout).toBe('c.csv:3 same-name: the name "Foo" is also in c.csv:2\n')
  expect(stderr).toContain('::warning file=c.csv,line=3,title=same-name::')
})
