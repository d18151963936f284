import { startSeededRemote } from '../../helpers/seeded-remote.ts'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const read = (name: string): Promise<string> => readFile(join(world.folder, name), 'utf8')

test('a run is told in a sentence, with what failed and who has what', async () => {
  expect(await world.prints('testctl runs report WEB-R7')).toBe(`WEB-R7 Nightly 7
  2 of 12 failed; 6 still open
  failed
    WEB-T11  filters by price (ana)
    WEB-T12  adds to the cart (ben)
  in progress
    WEB-T13  unassigned  removes from the cart
  untested
    WEB-T14  unassigned  pays by card
    WEB-T15  unassigned  pays by invoice
    WEB-T16  unassigned  ships abroad
    WEB-T17  unassigned  tracks a parcel
    WEB-T18  unassigned  returns a parcel
`)
  expect(await world.prints('testctl runs report WEB-R7 --quiet')).toBe('WEB-T11\nWEB-T12\n')
})

test('with --since it says what is new', async () => {
  await world.prints('testctl tests set WEB-T3 failed')
  await world.prints('testctl tests set WEB-T7 failed')
  const { sentence, changes } = await world.json<{ sentence: string; changes: { counts: object } }>(
    'testctl runs report WEB-R7 --since R2',
  )
  expect(sentence).toBe('3 of 12 failed; 2 of them new since WEB-R2; 6 still open')
  expect(changes.counts).toMatchObject({ stillFailing: 1, added: 9 })
})

test('what fails as before is no change', async () => {
  await world.prints('testctl tests set WEB-T3 failed')
  await world.prints('testctl tests set WEB-T7 failed')
  const since = 'testctl runs report WEB-R7 --since R2'
  const [, changes = ''] = (await world.prints(since)).split(/\n  (?:changes|failed)\n/)
  expect(changes).toContain('    WEB-T8 ')
  expect(changes).not.toContain('WEB-T7 ')
  await world.prints(`${since} --markdown report.md`)
  const markdown = await read('report.md')
  expect(markdown).toContain('11 changes since WEB-R2')
  expect(markdown).not.toContain('still failing')
})

test('goes into a file of each kind, and the numbers are the same', async () => {
  await world.prints("testctl comments create WEB-T11 --content 'expected 1, got 2'")
  await world.prints(
    'testctl runs report WEB-R7 --html r/r.html --markdown r/r.md --junit r/r.xml --ctrf r/r.json --badge r/r.svg --slack r/s.json --teams r/t.json',
  )
  expect((await readdir(join(world.folder, 'r'))).toSorted()).toEqual(
    ['r.html', 'r.json', 'r.md', 'r.svg', 'r.xml', 's.json', 't.json'].toSorted(),
  )
  for (const name of ['r.html', 'r.md', 's.json', 't.json']) {
    expect(await read(`r/${name}`)).toContain('2 of 12 failed')
    expect(await read(`r/${name}`)).toContain('expected 1, got 2')
  }
  expect(await read('r/r.xml')).toContain('tests="12" failures="2"')
  expect(JSON.parse(await read('r/r.json'))).toMatchObject({ results: { summary: { tests: 12, failed: 2 } } })
  expect(await read('r/r.svg')).toContain('2/12 failed')
})

test('written twice, it has the same bytes', async () => {
  await world.prints('testctl runs report WEB-R7 --html a.html')
  await world.prints('testctl runs report WEB-R7 --html b.html')
  expect(await read('a.html')).toBe(await read('b.html'))
})

test('--full has the steps of every test, and --csv a row for each', async () => {
  await world.prints('testctl runs report WEB-R7 --html a.html')
  await world.prints('testctl runs report WEB-R7 --html b.html --full')
  expect(await read('a.html')).not.toContain('Open the page')
  expect(await read('b.html')).toContain('Open the page')
  const csv = await world.prints('testctl runs report WEB-R7 --csv --columns identifier,result,step,action,expectation')
  expect(csv).toContain('WEB-T7,passed,1,Open the page,The form is shown\r\n')
  expect(csv.trim().split('\r\n')).toHaveLength(13)
})

test('a file that cannot be written is named, and nothing half is left', async () => {
  await mkdir(join(world.folder, 'taken'))
  await writeFile(join(world.folder, 'file'), 'x')
  const { exitCode, stderr } = await world.fails('testctl runs report WEB-R7 --html file/r.html')
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining('file/r.html cannot be written'),
  })
  expect((await stat(join(world.folder, 'file'))).size).toBe(1)
  expect((await world.fails('testctl runs report WEB-R7 --html taken')).exitCode).toBe(2)
  expect((await readdir(world.folder)).filter((name) => name.includes('.tmp'))).toEqual([])
})

test.for([
  ['--html r --markdown r', '--html and --markdown name the same file r'],
  ['--html -', '--html takes the name of a file'],
  ['--since WEB-T1', 'WEB-T1 is a test, not a test run'],
  ['--since OLD-R1', 'there is no test run OLD-R1'],
])('%s is refused before anything is written', async ([flags, said]) => {
  expect((await world.fails(`testctl runs report WEB-R7 ${flags}`)).stderr).toContain(said)
})

test('a run without tests, and one by its id alone, have a report', async () => {
  expect(await world.prints('testctl runs report WEB-R4 --html r.html')).toBe(
    'WEB-R4 Nightly 4\n  No tests: nothing was tested\n',
  )
  const id = await world.idOf('WEB-R7')
  expect(await world.prints(`testctl runs report ${id}`)).toContain('2 of 12 failed; 6 still open')
})

test('a milestone tells of all its runs, and whether it is ready', async () => {
  await world.prints('testctl milestones update WEB-M1 --runs R1,R7')
  const told = await world.prints('testctl milestones report WEB-M1 --html m.html --junit m.xml')
  expect(told).toContain('Not ready: 2 of 14 failed; 8 still open\n')
  expect(told).toContain('    WEB-R7  4/12 passed  Nightly 7\n')
  expect(told).toContain('fix the 2 failed tests: WEB-R7 (2)')
  expect(await read('m.html')).toContain('in <span class="id">WEB-R7</span>, ')
  expect((await read('m.xml')).match(/<testsuite /g)).toHaveLength(2)
  expect(await world.prints('testctl milestones report WEB-M2')).toContain('Not ready: it has no test runs')
})

test('a project tells of its last runs', async () => {
  const told = await world.prints('testctl projects report WEB --html p.html')
  expect(told).toContain(
    'WEB-R7, the last of 4 runs: 2 of 12 failed; all of them new since the runs before; 6 still open',
  )
  expect(await read('p.html')).toContain('Last 4 runs')
  expect(await world.json('testctl projects report WEB --runs 2')).toMatchObject({ runs: [{}, {}] })
  expect(await world.prints('testctl projects report OLD')).toContain('No runs with tests: nothing was tested')
})

test('a project tells the same of its runs where the service leaves out what they came to', async () => {
  const there = await startSeededRemote()
  try {
    const line = 'testctl projects report WEB --json'
    const whole = await there.type(line)
    await there.world.prints('testctl runs create -p WEB --name Empty --empty')
    there.remote.after = (_, response) => ({ ...response, body: response.body.replace(/,"results":\{[^}]*\}/g, '') })
    expect(await there.type(line)).toEqual(whole)
  } finally {
    await there.close()
  }
})

test('--csv of a project names the run of its rows, the newest', async () => {
  const csv = await world.prints('testctl projects report WEB --csv --columns run,identifier')
  const [header, first = ''] = csv.split('\r\n')
  expect(header).toBe('run,identifier')
  expect(first).toMatch(/^WEB-R7,WEB-T\d+$/)
})
