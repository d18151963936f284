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

/** Every flag and argument that names a file to write. FILE stands for the name. */
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

const empty = 'it is empty: is a variable of the script not set?'

test.each(lines)('a - or nothing for the name of what is written is refused: testctl %s', async (line, said) => {
  const before = readdirSync(world.folder)
  const refused = (name: string) => world.fails(`testctl ${line.replace('FILE', name)}`)
  expect(await refused('-')).toEqual({ exitCode: 2, stderr: `error: ${said}\n` })
  expect(await refused("''")).toEqual({ exitCode: 2, stderr: `error: ${said.split('\n')[0]}\n  ${empty}\n` })
  expect(readdirSync(world.folder)).toEqual(before)
})

test.each([
  ["cases import ''", 'cases import takes the name of a folder or a file'],
  ["cases import cases '' --prune --yes", 'cases import takes the name of a folder or a file'],
  ["cases import x.csv --map ''", '--map takes the name of a file'],
  ["cases status ''", 'cases status takes the name of a folder or a file'],
  ["cases lint ''", 'cases lint takes the name of a folder or a file'],
  ["cases create --from ''", '--from takes the name of a file'],
  ["cases create --name x --steps-file ''", '--steps-file takes the name of a file'],
  ["cases update C1 --preconditions-file ''", '--preconditions-file takes the name of a file'],
  ["comments create C1 --content-file ''", '--content-file takes the name of a file'],
  ["tests set --from ''", '--from takes the name of a file'],
  ["runs submit '' --run R1", 'runs submit takes the name of a file'],
  ["runs submit r.xml --run R1 --mapping ''", '--mapping takes the name of a file'],
  ["reports read ''", 'reports read takes the name of a file'],
  ["exec --run R1 --report r.xml --report '' -- true", '--report takes the name of a file'],
])('so is nothing for the name of what is read: testctl %s', async (line, said) => {
  expect(await world.fails(`testctl ${line}`)).toEqual({ exitCode: 2, stderr: `error: ${said}\n  ${empty}\n` })
})

test.each([
  ["cases import cases --ours ''", '--ours takes all, a case, or a field of one'],
  ["cases import cases --ours WEB-C1 --ours ''", '--ours takes all, a case, or a field of one'],
  ["cases export cases --theirs ''", '--theirs takes all, a case, or a field of one'],
  ["runs list --profile ''", '--profile takes the name of a profile'],
  ["--profile '' runs submit r.xml --run R1", '--profile takes the name of a profile'],
])(
  'a variable that is not set neither settles every conflict nor takes the default profile: testctl %s',
  async (line, said) => {
    expect(await world.fails(`testctl ${line}`)).toEqual({ exitCode: 2, stderr: `error: ${said}\n  ${empty}\n` })
  },
)

test('a variable that is not set is no result of runs filter: its exit code 3 would say that nothing is to be run again', async () => {
  expect(await world.fails("testctl runs filter R1 --for vitest --result ''")).toEqual({
    exitCode: 2,
    stderr: 'error: --result names no result\n  such as --result failed,untested\n',
  })
})

test('a variable that is not set is no property: without any, --create-cases would make each case once more', async () => {
  expect(await world.fails("testctl runs submit r.xml --run R1 --match-property ''")).toEqual({
    exitCode: 2,
    stderr: 'error: --match-property names no property\n  such as --match-property test_id,jira\n',
  })
})

test('an empty path of the interface is no file', async () => {
  expect((await world.fails("testctl api GET ''")).stderr).not.toContain('file')
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
