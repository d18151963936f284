import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addExportFlags } from '../../../../src/commands/shared/runs/exports.ts'
import { worldsAfter } from '../../../helpers/ground.ts'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const read = (name: string) => readFile(join(world.folder, name), 'utf8')

/** A world with the run WEB-R8, which has every result. Its cases have equal or hostile names. */
const withRun = worldsAfter(createSeededWorld, async (world) => {
  const names = ['same', 'same', 'same', 'WEB-C1 of another', `<b> & "x" 'y' ]]>`, '| a `b` @c', 'ends', 'ends']
  const { id } = await world.json<{ id: string }>('testctl projects get WEB')
  for (const name of names) {
    const stdin = JSON.stringify({ name, preconditions: '', steps: [] })
    await world.prints(`testctl api PUT /v1/cases/${id} --input -`, { stdin })
  }
  await world.prints('testctl runs create -p WEB --name "Release & <2.0>" --cases C15,C16,C17,C18,C19,C20,C21,C22')
  await world.prints('testctl tests set WEB-T19 WEB-T22 WEB-T24 passed')
  await world.prints('testctl tests set WEB-T20 WEB-T23 failed')
  await world.prints('testctl tests set WEB-T21 inProgress')
})

const results = () => world.prints('testctl tests list WEB-R8 --columns identifier,result')

describe('what is exported reads back to exactly the same tests', () => {
  test.for([
    ['--junit-out', 'out/results.xml'],
    ['--ctrf-out', 'results.json'],
  ] as const)('%s', async ([flag, file]) => {
    await world.remove()
    world = await withRun()
    const before = await results()
    await world.prints(`testctl runs status WEB-R8 ${flag} ${file}`)
    expect(await world.json(`testctl runs submit ${file} --run WEB-R8 --comments none`)).toMatchObject({
      results: { read: 8, matched: 8, unmatched: 0 },
      tests: { matched: 8, set: 0, unchanged: 5, skipped: 3, inNoReport: 0 },
    })
    expect(await results()).toBe(before)
    // Also after these results were reset.
    await world.prints('testctl tests set WEB-T19 WEB-T20 WEB-T22 WEB-T23 WEB-T24 untested')
    await world.prints(`testctl runs submit ${file} --run WEB-R8`)
    expect(await results()).toBe(before)
  })
})

test('JUnit names the run, the identifiers, and what was not tested', async () => {
  await world.prints('testctl runs status WEB-R7 --junit-out results.xml')
  const xml = await read('results.xml')
  expect(xml).toContain('<testsuite name="Nightly 7" tests="12" failures="2" errors="0" skipped="6"')
  expect(xml).toContain('<property name="testctl" value="WEB-T11"/>')
  expect(xml.match(/<skipped message="untested"\/>/g)?.length).toBe(5)
  expect(xml.match(/<skipped message="inProgress"\/>/g)?.length).toBe(1)
})

test('why a test failed is what the last submission told of it', async () => {
  const report =
    '<testsuite><testcase name="logs in"><failure message="expected 1, got 2">at a.js:1</failure></testcase></testsuite>'
  await writeFile(join(world.folder, 'report.xml'), report)
  await world.prints('testctl runs submit report.xml --run WEB-R1')
  await world.prints('testctl runs status WEB-R1 --junit-out out.xml --ctrf-out out.json --summary out.md')
  expect(await read('out.xml')).toContain('<failure message="expected 1, got 2">')
  expect(JSON.parse(await read('out.json'))).toMatchObject({
    results: { tool: { name: 'testctl' }, tests: [{ status: 'failed', message: 'expected 1, got 2' }, {}] },
  })
  expect(await read('out.md')).toContain('- `WEB-T1` `logs in` `expected 1, got 2`\n')
})

test('runs wait writes them too, and a gate that is not met hinders nothing', async () => {
  const line = 'testctl runs wait WEB-R7 --timeout 10ms --interval 5ms --summary s.md --gate failed'
  expect((await world.type(line)).exitCode).toBe(8)
  expect(await read('s.md')).toMatch(
    /^\*\*The gate is not met:\*\* 6 tests still open after 10ms.*; 2 tests failed\.$/m,
  )
})

describe('the summary of a step on GitHub', () => {
  const submit = (flags = '', env: Record<string, string> = {}) =>
    world.type(`testctl runs submit report.xml --run WEB-R1 ${flags}`, {
      env: { GITHUB_STEP_SUMMARY: join(world.folder, 'step.md'), ...env },
    })
  beforeEach(async () => {
    await writeFile(join(world.folder, 'report.xml'), '<testsuite><testcase name="logs in"/></testsuite>')
  })

  test('is added to by runs submit', async () => {
    await appendFile(join(world.folder, 'step.md'), '# Before\n')
    expect(await submit()).toMatchObject({ exitCode: 0, stderr: '' })
    expect(await read('step.md')).toMatch(
      /^# Before\n## `WEB-R1` `Nightly 1`\n[^]*\| 1 \| 0 \| 0 \| 1 \| 2 \|\n\n[^]*`WEB-T2` `logs out`\n\n<\/details>\n\n$/,
    )
  })

  test.for(['--no-summary', '--summary other.md'])('is left alone with %s', async (flags) => {
    expect(await submit(flags)).toMatchObject({ exitCode: 0, stderr: '' })
    await expect(read('step.md')).rejects.toThrow('ENOENT')
  })

  test('is left alone by runs status', async () => {
    await world.prints('testctl runs status WEB-R1', { env: { GITHUB_STEP_SUMMARY: join(world.folder, 'step.md') } })
    await expect(read('step.md')).rejects.toThrow('ENOENT')
  })

  test('that cannot be written, or is full, is a warning', async () => {
    const nowhere = join(world.folder, 'no/step.md')
    expect(await submit('', { GITHUB_STEP_SUMMARY: nowhere })).toMatchObject({
      exitCode: 0,
      stderr: 'warning: the summary of this step cannot be written: it is not there\n',
    })
    await writeFile(join(world.folder, 'step.md'), 'x'.repeat(1024 * 1024))
    expect(await submit()).toMatchObject({
      exitCode: 0,
      stderr: 'warning: the summary of this step is full: nothing was added to it\n',
    })
  })
})

test('--no-summary is known where a summary is written unasked', () => {
  const flagsOf = (appends: boolean) => addExportFlags(new Command(), { appends }).options.map(({ long }) => long)
  expect(flagsOf(false)).toEqual(['--junit-out', '--ctrf-out', '--summary', '--annotations', '--annotate'])
  expect(flagsOf(true)).toEqual([
    '--junit-out',
    '--ctrf-out',
    '--summary',
    '--annotations',
    '--annotate',
    '--no-summary',
  ])
  expect(addExportFlags(new Command(), { appends: true }).opts()).toEqual({})
})

describe('a file that cannot be written ends the command before anything is read or sent', () => {
  const places = [
    ['out', 'out cannot be written: it is not a file'],
    ['file/x', 'file/x cannot be written: a file is in the place of its folder'],
    ['file/sub/x', 'file/sub/x cannot be written: a file is in the place of its folder'],
  ] as const
  const writers = [
    'testctl runs submit no-such.xml -p WEB --name N --junit-out',
    'testctl runs submit no-such.xml -p WEB --name N --ctrf-out',
    'testctl runs submit no-such.xml -p WEB --name N --json --summary',
    'testctl exec -p WEB --name N --report no-such.xml --summary-json PLACE -- touch ran',
    'testctl runs status NO-R1 --summary',
    'testctl runs wait NO-R1 --junit-out',
    'testctl runs report NO-R1 --html',
  ]
  test.for(writers.flatMap((line) => places.map((place) => [line, ...place] as const)))('%s %s', async (given) => {
    const [line, place, problem] = given
    await mkdir(join(world.folder, 'out'))
    await writeFile(join(world.folder, 'file'), 'mine')
    const typed = line.includes('PLACE') ? line.replace('PLACE', place) : `${line} ${place}`
    const { exitCode, stderr } = await world.fails(typed)
    expect(exitCode).toBe(2)
    expect(stderr).toContain(problem)
    expect(stderr).toContain('name a file that you may write')
    expect((await readdir(world.folder)).filter((name) => name === 'ran')).toEqual([])
  })
})

describe.skipIf(process.platform === 'win32')('a file that fails only in the end comes after the answer', () => {
  const submit = async (flags: string) => {
    const report = '<testsuite><testcase name="new"><failure message="no"/></testcase></testsuite>'
    await writeFile(join(world.folder, 'report.xml'), report)
    return world.type(`testctl runs submit report.xml -p WEB --name N --create-cases ${flags}`)
  }

  test('for people', async () => {
    const { stdout, stderr, exitCode } = await submit('--junit-out /dev/full')
    expect(exitCode).toBe(2)
    expect(stdout).toContain('1 failed')
    expect(stdout).toContain('testctl runs undo')
    expect(stderr).toMatch(/^error: \/dev\/full cannot be written: the disk is full$/m)
  })

  test('as JSON; a gate that is not met is said as well', async () => {
    const { stdout, stderr, exitCode } = await submit('--ctrf-out /dev/full --gate failed --json')
    expect(exitCode).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ run: { identifier: 'WEB-R8' }, results: { read: 1 } })
    expect(stderr).toContain('the gate of WEB-R8 is not met: 1 test failed')
    expect(stderr).toContain('/dev/full cannot be written')
  })

  test('of a report', async () => {
    const { stdout, exitCode } = await world.type('testctl runs report WEB-R7 --markdown /dev/full')
    expect(exitCode).toBe(2)
    expect(stdout).toContain('WEB-R7')
  })
})
