import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'

// Tests with the same name in two files whose shards are submitted separately into one run. DECISIONS 315

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const jest = (file: string, status: 'passed' | 'failed') => {
  const failureMessages = status === 'failed' ? ['no button'] : []
  const test = { title: 'works', fullName: 'Shop works', ancestorTitles: ['Shop'], status, failureMessages }
  return JSON.stringify({ numTotalTests: 1, testResults: [{ name: file, status, assertionResults: [test] }] })
}
const junit = (file: string, status: 'passed' | 'failed') =>
  `<testsuite name="Shop"><testcase name="works" file="${file}">${status === 'failed' ? '<failure message="no"/>' : ''}</testcase></testsuite>`

/** Submits the result of a test file for the test `works`. A relative name is a file in the repository. */
const submit = async (file: string, status: 'passed' | 'failed', { write = jest, flags = '' } = {}) => {
  const path = file.startsWith('/') || write === junit ? file : join(world.folder, file)
  await writeFile(join(world.folder, 'report'), write(path, status))
  return world.type(`testctl runs submit report -p WEB --name CI --reuse --create-cases${flags}`)
}
const result = async () => (await world.prints('testctl tests get WEB-T19 --columns result')).trim()

test.for([
  ['Jest', jest],
  ['JUnit', junit],
] as const)('of %s: a failure is not turned into a pass by the test of another file', async ([, write]) => {
  expect(await submit('src/a/index.test.js', 'failed', { write })).toMatchObject({ exitCode: 0 })
  const { stdout, stderr, exitCode } = await submit('src/b/index.test.js', 'passed', { write })
  expect(stdout).toMatch(
    / {4}Shop › works \(report(:\d+)?\): WEB-T19 has this name, and holds the failure of src\/a\/index\.test\.js\n/,
  )
  expect(stderr).toMatch(/^error: 1 of 1 results matches no test in the run\n/)
  expect({ exitCode, result: await result() }).toEqual({ exitCode: 7, result: 'failed' })
})

test('the same file has the last word, and then the other one', async () => {
  await submit('src/a.test.js', 'failed')
  expect(await submit('src/a.test.js', 'passed')).toMatchObject({ exitCode: 0 })
  expect(await result()).toBe('passed')
  expect(await submit('src/b.test.js', 'passed')).toMatchObject({ exitCode: 0 })
})

test.for([
  ['/home/ana/shop/src/a.test.js', '/builds/42/src/a.test.js'],
  ['/builds/42/src/a.test.js', 'src/a.test.js'],
  ['src/a.test.js', 'C:\\ci\\shop\\src\\a.test.js'],
])('%s and %s may be one file, on two machines', async ([one = '', other = '']) => {
  await submit(one, 'failed', { write: junit })
  expect(await submit(other, 'passed', { write: junit })).toMatchObject({ exitCode: 0 })
  expect(await result()).toBe('passed')
})

test('in one report the two are one test, and the failure counts', async () => {
  const [one, other] = [jest('/s/a.test.js', 'failed'), jest('/s/b.test.js', 'passed')].map((text) => JSON.parse(text))
  const both = JSON.stringify({ numTotalTests: 2, testResults: [...one.testResults, ...other.testResults] })
  await submit('', 'passed', { write: () => both })
  expect(await result()).toBe('failed')
  expect(await submit('/s/b.test.js', 'passed')).toMatchObject({ exitCode: 7 })
  expect(await submit('/s/a.test.js', 'passed')).toMatchObject({ exitCode: 0 })
  expect(await result()).toBe('passed')
})

const twoFiles = (first: 'passed' | 'failed', second: 'passed' | 'failed' | 'skipped') => () =>
  `<testsuite name="Shop"><testcase name="works" file="a.js">${first === 'failed' ? '<failure message="no"/>' : ''}</testcase><testcase name="works" file="b.js">${{ passed: '', failed: '<failure message="no"/>', skipped: '<skipped/>' }[second]}</testcase></testsuite>`

test('a report with both files can be submitted again: its own failure is no one else’s', async () => {
  const write = twoFiles('passed', 'failed')
  expect(await submit('', 'failed', { write })).toMatchObject({ exitCode: 0 })
  const comments = async () => world.prints('testctl comments list WEB-T19 --columns content')
  const before = await comments()
  const { stdout, exitCode } = await submit('', 'failed', { write })
  expect({ exitCode, unchanged: /unchanged +1/.test(stdout) }).toEqual({ exitCode: 0, unchanged: true })
  expect(await comments()).toBe(before)
  expect(await submit('', 'failed', { write: twoFiles('failed', 'passed') })).toMatchObject({ exitCode: 0 })
  expect(await result()).toBe('failed')
  expect(await submit('', 'passed', { write: twoFiles('passed', 'passed') })).toMatchObject({ exitCode: 0 })
  expect(await result()).toBe('passed')
})

const ofFiles = (...tests: [file: string | undefined, result: 'passed' | 'failed'][]) => {
  const one = ([file, result]: (typeof tests)[number]) =>
    `<testcase name="works"${file === undefined ? '' : ` file="${file}"`}>${result === 'failed' ? '<failure message="no"/>' : ''}</testcase>`
  return { write: () => `<testsuite name="Shop">${tests.map(one).join('')}</testsuite>` }
}

test('of two files that failed, one that passes does not speak for the other', async () => {
  await submit('', 'failed', ofFiles(['a.js', 'failed'], ['c.js', 'failed']))
  expect(await submit('', 'passed', ofFiles(['c.js', 'passed']))).toMatchObject({ exitCode: 7 })
  expect(await submit('', 'passed', ofFiles(['c.js', 'passed'], ['b.js', 'passed']))).toMatchObject({ exitCode: 7 })
  expect(await result()).toBe('failed')
  expect(await submit('', 'passed', ofFiles(['c.js', 'passed'], ['a.js', 'passed']))).toMatchObject({ exitCode: 0 })
  expect(await result()).toBe('passed')
})

test('nor if the first failure is so long that the comment has no room for the other', async () => {
  const failed = (file: string) =>
    `<testcase name="works" file="${file}"><failure message="no">${'at this place\n'.repeat(25)}${'x'.repeat(4000)}</failure></testcase>`
  const write = () => `<testsuite name="Shop">${failed('a.js')}${failed('c.js')}</testsuite>`
  await submit('', 'failed', { write })
  expect(await submit('', 'passed', ofFiles(['a.js', 'passed']))).toMatchObject({ exitCode: 7 })
  expect(await submit('', 'passed', ofFiles(['c.js', 'passed']))).toMatchObject({ exitCode: 7 })
  expect(await submit('', 'passed', ofFiles(['c.js', 'passed'], ['a.js', 'passed']))).toMatchObject({ exitCode: 0 })
})

test('a result without a file does not let one of another file pass the test', async () => {
  await submit('', 'failed', ofFiles(['a.js', 'failed']))
  const { exitCode, stdout } = await submit('', 'passed', ofFiles(['b.js', 'passed'], [undefined, 'passed']))
  expect({ exitCode, told: stdout.includes('holds the failure of a.js') }).toEqual({ exitCode: 7, told: true })
})

test('a name with a line break is protected, too', async () => {
  const broken = ({ write }: ReturnType<typeof ofFiles>) => ({
    write: () => write().replaceAll('works', 'works&#10;twice'),
  })
  await submit('', 'failed', broken(ofFiles(['a.js', 'failed'])))
  expect(await submit('', 'passed', broken(ofFiles(['b.js', 'passed'])))).toMatchObject({ exitCode: 7 })
  expect(await submit('', 'passed', broken(ofFiles(['a.js', 'passed'])))).toMatchObject({ exitCode: 0 })
})

test('what a message quotes is no failure of another file', async () => {
  const quoted = '<failure message="no">expected\nShop › works — failed (b.js; report)\nto be there</failure>'
  const write = () => ofFiles(['a.js', 'failed']).write().replace('<failure message="no"/>', quoted)
  await submit('', 'failed', { write })
  expect(await submit('', 'passed', ofFiles(['b.js', 'passed']))).toMatchObject({ exitCode: 7 })
  expect(await submit('', 'passed', ofFiles(['a.js', 'passed']))).toMatchObject({ exitCode: 0 })
})

test('a skipped test of the file that failed does not let the other one pass it', async () => {
  await submit('', 'failed', { write: twoFiles('passed', 'failed') })
  expect(await submit('', 'passed', { write: twoFiles('passed', 'skipped') })).toMatchObject({ exitCode: 7 })
  expect(await result()).toBe('failed')
})

test.for(['passed', 'untested'])(
  'a skipped test, set to %s, does not replace the failure of another file',
  async (skipped) => {
    const flags = ` --skipped ${skipped}`
    const skips = (file: string) => () =>
      `<testsuite name="Shop"><testcase name="works" file="${file}"><skipped/></testcase></testsuite>`
    await submit('', 'failed', ofFiles(['a.js', 'failed']))
    const { exitCode, stdout } = await submit('', 'passed', { write: skips('b.js'), flags })
    expect({ exitCode, told: stdout.includes('holds the failure of a.js') }).toEqual({ exitCode: 7, told: true })
    expect(await result()).toBe('failed')
    expect(await submit('', 'passed', { write: skips('b.js') })).toMatchObject({ exitCode: 0 })
    expect(await submit('', 'passed', { write: skips('a.js'), flags })).toMatchObject({ exitCode: 0 })
    expect(await result()).toBe(skipped)
  },
)

test.for([
  ['piped in', 'then in a file', '-', 'report'],
  ['in a file', 'then piped in', 'report', '-'],
  ['piped in', 'as the next one', '-', '-'],
] as const)('the failure of a report %s is not turned into a pass by one %s', async ([, , first, next]) => {
  const pipe = async (report: string, tests: ReturnType<typeof ofFiles>) => {
    await writeFile(join(world.folder, 'report'), tests.write())
    const line = `testctl runs submit ${report} -p WEB --name CI --reuse --create-cases`
    return world.type(line, report === '-' ? { stdin: tests.write() } : {})
  }
  await pipe(first, ofFiles(['a.js', 'failed']))
  const { exitCode, stdout } = await pipe(next, ofFiles(['b.js', 'passed']))
  expect({ exitCode, told: stdout.includes('holds the failure of a.js') }).toEqual({ exitCode: 7, told: true })
  expect(await pipe(next, ofFiles(['a.js', 'passed']))).toMatchObject({ exitCode: 0 })
  expect(await result()).toBe('passed')
})

test('without comments nobody knows whose the failure is, and the last result counts', async () => {
  await submit('src/a.test.js', 'failed', { flags: ' --comments none' })
  expect(await submit('src/b.test.js', 'passed')).toMatchObject({ exitCode: 0 })
  expect(await result()).toBe('passed')
})
