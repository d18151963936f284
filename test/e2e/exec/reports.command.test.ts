import { existsSync } from 'node:fs'
import { mkdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startRemote } from '../../helpers/remote.ts'
import { createWorld, type Seen, type World } from '../../helpers/world.ts'
import { toldBy } from '../problem.ts'
import { type Executing, openExecuting, report, run, writes, untouched, stored } from './executing.ts'

let there: Executing<World>
beforeEach(async () => {
  there = await openExecuting(createWorld)
})
afterEach(() => there.machine.remove())

describe('reports', () => {
  const older = async (name: string) => {
    await mkdir(join(there.machine.folder, 'out'), { recursive: true })
    await writeFile(join(there.machine.folder, 'out', name), report(['logs in', 'failed'], ['logs out', 'failed']))
  }

  test('that were there before are not submitted: 7 when there are no others', async () => {
    await older('old.xml')
    const told = toldBy(await there.execHere('true'))
    expect(told).toMatchObject({ exitCode: 7, error: 'no report was written: out/old.xml was there before' })
    expect(await there.resultsIn()).toEqual(untouched)
  })

  test('that were there before are left out and named when there are others', async () => {
    await older('old.xml')
    const { exitCode, stderr } = await there.execHere(writes)
    expect(exitCode).toBe(0)
    expect(stderr).toMatch(/^warning: not submitted, because sh -c .* did not write it: out\/old.xml$/m)
    expect(await there.resultsIn()).toEqual(stored)
  })

  test.for([
    ['written again, the same as before', 'cp out/a.xml x; sleep 0.05; cat x > out/a.xml'],
    ['put in the place of another, with its time', 'cp -p out/a.xml x; sleep 0.05; mv x out/a.xml'],
  ] as const)('%s, are submitted', async ([, lines]) => {
    await mkdir(join(there.machine.folder, 'out'))
    const path = join(there.machine.folder, 'out/a.xml')
    await writeFile(path, report(['logs in', 'passed'], ['logs out', 'failed']))
    await utimes(path, 1, 1)
    expect(await there.execHere(`${lines}; touch -d @1 out/a.xml`)).toMatchObject({ exitCode: 0 })
    expect((await stat(path)).mtimeMs).toBe(1000)
    expect(await there.resultsIn()).toEqual(stored)
  })

  test('of several patterns are submitted together', async () => {
    await writeFile(join(there.machine.folder, 'one.xml'), report(['logs in', 'passed']))
    await writeFile(join(there.machine.folder, 'two.xml'), report(['logs out', 'failed']))
    const seen = await there.execHere('mkdir -p a/b out; cp one.xml out/; cp two.xml a/b/', '--report', 'a/**/*.xml')
    expect(seen).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/in 2 reports/) })
    expect(await there.resultsIn()).toEqual(stored)
  })

  test('that were named and not written end a command that passed with 7; the others are submitted', async () => {
    await older('old.xml')
    const { exitCode, stderr } = await there.execHere(
      writes,
      ...['e2e.xml', 'it/*.xml', 'out/old.xml'].flatMap((path) => ['--report', path]),
    )
    expect(exitCode).toBe(7)
    expect(stderr).toContain(
      'error: no report was written at e2e.xml, it/*.xml, out/old.xml; the others were submitted\n',
    )
    expect(await there.resultsIn()).toEqual(stored)
  })

  test('that are a folder are submitted when one in it was written; older ones in it are pointed out', async () => {
    const result = (name: string) =>
      JSON.stringify({ uuid: name, name, fullName: name, status: 'passed', stage: 'finished' })
    await mkdir(join(there.machine.folder, 'allure-results'))
    await writeFile(join(there.machine.folder, 'allure-results/1-result.json'), result('logs in'))
    await writeFile(join(there.machine.folder, 'new.json'), result('logs out'))
    const line = (lines: string) =>
      there.runHere(['exec', '--run', 'WEB-R1', '--report', 'allure-results', '--', 'sh', '-c', lines])
    expect(await line('true')).toMatchObject({ exitCode: 7, stderr: expect.stringMatching(/allure-results was there/) })
    const seen = await line('cp new.json allure-results/2-result.json')
    expect(seen).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/^warning: allure-results holds older/) })
    expect(await there.resultsIn()).toEqual(['passed', 'passed'])
    const fresh = await line('rm -r allure-results; mkdir allure-results; cp new.json allure-results/3-result.json')
    expect(fresh).toMatchObject({ exitCode: 0, stderr: expect.not.stringMatching(/warning/) })
  })

  /** Parses an error like `toldBy`, including the line below the hint. */
  const toldOnBy = (seen: Seen) => ({ ...toldBy(seen), below: /^ {2}((?:when|with) \S.*)$/m.exec(seen.stderr)?.[1] })
  const misaddressed = 'is the service up, and is TESTCTL_URL right? testctl config list --show-origin'
  const nowhere = { TESTCTL_URL: 'http://127.0.0.1:9', TESTCTL_API_KEY: 'canary' }
  const duringOutage = async (lines: string, ...flags: string[]) =>
    toldOnBy(await there.runHere([...run, ...flags, '--', 'sh', '-c', lines], nowhere))

  test('that an outage kept from the service need no second run: the line that submits them is named', async () => {
    const { exitCode, error, next, below = '' } = await duringOutage(writes)
    expect({ exitCode, error, next }).toEqual({
      exitCode: 6,
      error: 'nothing listens at http://127.0.0.1:9 (connection refused)',
      next: misaddressed,
    })
    const [, line = ''] = /^when the service answers: testctl (.*)$/.exec(below) ?? []
    expect(await there.runHere(line.split(' '))).toMatchObject({ exitCode: 0 })
    expect(await there.resultsIn()).toEqual(stored)
  })

  test('an outage that may be one of the address says so before that line', async () => {
    const plain = await startRemote('canary')
    onTestFinished(() => plain.close())
    const env = { ...nowhere, TESTCTL_URL: plain.url.replace('http:', 'https:') }
    expect(toldOnBy(await there.runHere([...run, '--', 'sh', '-c', writes], env))).toMatchObject({
      next: 'is it http: rather than https:?',
      below: 'when the service answers: testctl runs submit out/new.xml --run WEB-R1',
    })
  })

  test('that a key which was revoked meanwhile kept from the service need no second run, either', async () => {
    const other = await startRemote('canary')
    onTestFinished(() => other.close())
    const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
    const aRun = { id: 'r', displayId: 1, name: 'R', createdBy: 'ana', updatedBy: 'ana', ...times }
    other.before = async () =>
      existsSync(join(there.machine.folder, 'out/new.xml'))
        ? { status: 401, headers: {}, body: '{"message":"unknown key"}' }
        : { status: 200, headers: {}, body: JSON.stringify({ testRun: aRun }) }
    const env = { TESTCTL_URL: other.url, TESTCTL_API_KEY: 'canary' }
    expect(toldOnBy(await there.runHere([...run, '--', 'sh', '-c', writes], env))).toMatchObject({
      exitCode: 4,
      below: 'with a key that may do it: testctl runs submit out/new.xml --run WEB-R1',
    })
  })

  test.for([
    ['that a command which failed has written', `${writes}; exit 3`, [], 'out/new.xml --run WEB-R1'],
    ['of a dry run', writes, ['--dry-run'], 'out/new.xml --run WEB-R1 --dry-run'],
    ['of many files', `${writes}; for i in 1 2 3 4 5; do cp good.xml out/$i.xml; done`, [], "'out/*.xml' --run WEB-R1"],
  ] as const)('%s are in that line, too', async ([, lines, flags, line]) => {
    expect(await duringOutage(lines, ...flags)).toMatchObject({
      next: misaddressed,
      below: `when the service answers: testctl runs submit ${line}`,
    })
  })

  test('of many files are each in that line where a pattern would take an older one', async () => {
    await older('old.xml')
    const { stderr } = await there.runHere(
      [...run, '--', 'sh', '-c', 'for i in 1 2 3 4 5 6; do cp good.xml out/$i.xml; done'],
      nowhere,
    )
    const files = [1, 2, 3, 4, 5, 6].map((at) => `out/${at}.xml`)
    expect(stderr).toContain(`when the service answers: testctl runs submit ${files.join(' ')} --run WEB-R1\n`)
  })

  test('with a line break in the name are named on one line, as is the command', async () => {
    await older('ol\nd.xml')
    expect(toldBy(await there.execHere('true;\nexit 9'))).toMatchObject({
      exitCode: 9,
      error: String.raw`sh -c true;\nexit 9 failed (9); no report was written: out/ol\nd.xml was there before`,
    })
  })

  test('that are missing are a 7 when the command passed, and only said when it failed', async () => {
    expect(toldBy(await there.execHere('true'))).toMatchObject({
      exitCode: 7,
      error: 'no report was written: nothing is at out/*.xml',
    })
    expect(toldBy(await there.execHere('exit 9'))).toMatchObject({
      exitCode: 9,
      error: 'sh -c exit 9 failed (9); no report was written: nothing is at out/*.xml',
    })
  })

  test('that are cut off submit nothing', async () => {
    const cut = 'mkdir -p out && head -c 40 good.xml > out/new.xml'
    expect(await there.execHere(cut)).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/out\/new.xml/) })
    expect(await there.execHere(`${cut}; exit 3`)).toMatchObject({
      exitCode: 3,
      stderr: expect.stringMatching(/out\/new.xml/),
    })
    expect(await there.resultsIn()).toEqual(untouched)
  })
})
