import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

let world: SeededWorld
beforeAll(async () => {
  world = await createSeededWorld({ TESTCTL_PROJECT: 'WEB' })
  writeFileSync(join(world.folder, 'r.xml'), '<testsuite><testcase name="logs in"/></testsuite>')
  writeFileSync(join(world.folder, 'x.csv'), 'ID,Title,Steps,Expected\n1,Logs in,Go,It opens\n')
})
afterAll(() => world.remove())

const file = 'takes the name of a file\n  stdout has the answer: name a file'
const exec = 'takes the name of a file\n  stdout belongs to the command: name a file'

/** Everything that is written where a flag or an argument says; FILE stands for the name. */
const lines: readonly [line: string, said: string][] = [
  [
    'cases export FILE',
    'cases export takes the name of a folder or a file\n' +
      '  stdout has the plan: name a folder, such as cases/, or a file, such as cases.csv',
  ],
  ['cases import x.csv --to FILE', '--to takes the name of a folder\n  stdout has the answer: name a folder'],
  ['cases import x.csv --write-map FILE', `--write-map ${file}`],
  ['cases import x.csv --report FILE', `--report ${file}`],
  ...['html', 'markdown', 'junit', 'ctrf', 'badge', 'slack', 'teams', 'gitlab'].flatMap((flag) =>
    ['runs report R1', 'milestones report M1', 'projects report WEB'].map((report): [string, string] => [
      `${report} --${flag} FILE`,
      `--${flag} ${file}`,
    ]),
  ),
  ...['junit-out', 'ctrf-out', 'summary'].flatMap((flag): [string, string][] => [
    [`runs status R1 --${flag} FILE`, `--${flag} ${file}`],
    [`runs wait R1 --${flag} FILE`, `--${flag} ${file}`],
    [`runs submit r.xml --run R1 --${flag} FILE`, `--${flag} ${file}`],
    [`exec --run R1 --report r.xml --${flag} FILE -- true`, `--${flag} ${exec}`],
  ]),
  ['runs submit r.xml --run R1 --journal FILE', `--journal ${file}`],
  ['exec --run R1 --report r.xml --journal FILE -- true', `--journal ${exec}`],
  ['exec --run R1 --report r.xml --summary-json FILE -- true', `--summary-json ${exec}`],
  ['store backup FILE', 'store backup takes the name of a file\n  name a file, such as backup.db'],
  ['store restore FILE', 'store restore takes the name of a file\n  name a backup, such as backup.db'],
  ['demo --file FILE', '--file takes the name of a file\n  name a file, such as demo.db'],
]

test.each(lines)('a - or nothing for the name of what is written is refused: testctl %s', async (line, said) => {
  const before = readdirSync(world.folder)
  for (const name of ['-', "''"])
    expect(await world.fails(`testctl ${line.replace('FILE', name)}`)).toEqual({
      exitCode: 2,
      stderr: `error: ${said}\n`,
    })
  expect(readdirSync(world.folder)).toEqual(before)
})

test('the journal and a report cannot be one file', async () => {
  expect(await world.fails('testctl runs submit r.xml --run R1 --journal one --junit-out ./one')).toEqual({
    exitCode: 2,
    stderr: 'error: --junit-out and --journal name the same file one\n  name two files\n',
  })
})

test('no journal is no file', async () => {
  expect(await world.prints('testctl runs submit r.xml --run R1 --journal none -q')).toBe('WEB-R1\n')
})
