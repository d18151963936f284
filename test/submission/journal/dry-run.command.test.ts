import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { InterruptedError } from '../../../src/errors.ts'
import { type Remote, startRemote } from '../../helpers/remote.ts'
import { createWorld, type World } from '../../helpers/world.ts'

const key = 'canary-0123456789'
const count = 40
const cases = Array.from({ length: count }, (_, at) => `<testcase name="Case ${at}"/>`)
const submit = 'testctl runs submit report.xml -p WEB --name CI --create-cases'
let remote: Remote
let world: World

beforeEach(async () => {
  remote = await startRemote(key)
  world = await createWorld({ TESTCTL_URL: remote.url, TESTCTL_API_KEY: key })
  await remote.api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })
  await writeFile(join(world.folder, 'report.xml'), `<testsuite name="Shop">${cases.join('')}</testsuite>`)
})
afterEach(async () => {
  await remote.close()
  await world.remove()
})

const interrupt = async (line: string): Promise<void> => {
  const stop = new AbortController()
  let seen = 0
  remote.before = async ({ method, path }) => {
    if (method === 'POST' && path.startsWith('/v1/tests/') && ++seen === 4) stop.abort(new InterruptedError('stopped'))
  }
  expect(await world.type(line, { stop: stop.signal })).toMatchObject({ exitCode: 130 })
  delete remote.before
}

const filesIn = async (folder: string): Promise<string[]> => {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return Promise.all(files.toSorted().map(async (file) => `${file}\n${await readFile(file, 'utf8')}`))
}

describe('a dry run of a submission that was interrupted (DECISIONS 545)', () => {
  test.each([
    ['the same command', submit, submit],
    ['--resume', submit, 'testctl runs submit --resume'],
    ['a journal that is named', `${submit} --journal j.ndjson`, `${submit} --journal j.ndjson`],
  ])('says what %s would do, in the run that is there, and writes nothing', async (_, first, again) => {
    await interrupt(first)
    const before = await filesIn(world.folder)
    const dry = await world.type(`${again} --dry-run`)
    expect(dry.stdout).toMatch(/^WEB-R1 CI — a dry run: nothing was changed\n/)
    expect(await filesIn(world.folder)).toEqual(before)
    const toSet = Number(/to set +(\d+)/.exec(dry.stdout)?.[1])
    expect(toSet).toBeGreaterThan(0)
    expect(toSet).toBeLessThan(count)
    const real = await world.type(again)
    expect(real.stdout).toMatch(/^WEB-R1 CI\n/)
    expect(Number(/set +(\d+)/.exec(real.stdout)?.[1])).toBe(toSet)
  })

  test.each([
    [
      'of another submission',
      (journal: string) => journal.replace(/"digest":"/, '"digest":"x'),
      / is the journal of another submission\n/,
    ],
    ['of something else', () => '{"name":"web"}\n', /:1 is not a line of a journal\n/],
    [
      'that is one line of something else',
      () => '{"name":"web"}',
      /: the journal cannot be written: it is not a journal\n/,
    ],
  ])('refuses a journal %s, as the command does', async (_, change, message) => {
    await interrupt(`${submit} --journal j.ndjson`)
    const file = join(world.folder, 'j.ndjson')
    await writeFile(file, change(await readFile(file, 'utf8')))
    for (const flag of [' --dry-run', '']) {
      const { stdout, stderr, exitCode } = await world.type(`${submit} --journal j.ndjson${flag}`)
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
      expect(stderr).toMatch(message)
    }
  })

  test('takes a journal of which only a piece of its first line was written for a new one, as the command does', async () => {
    const file = join(world.folder, 'j.ndjson')
    await writeFile(file, '{"did":"begin","vers')
    for (const [flag, first] of [
      [' --dry-run', 'CI (a new run) — a dry run: nothing was changed'],
      ['', 'WEB-R1 CI (created)'],
    ] as const) {
      const { stdout, exitCode } = await world.type(`${submit} --journal j.ndjson${flag}`)
      expect({ first: stdout.split('\n')[0], exitCode }).toEqual({ first, exitCode: 0 })
    }
  })

  test.skipIf(process.platform === 'win32')('refuses a device as a journal, as the command does', async () => {
    for (const flag of [' --dry-run', '']) {
      const { stdout, stderr, exitCode } = await world.type(`${submit} --journal /dev/null${flag}`)
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
      expect(stderr).toMatch(/it is not a regular file/)
    }
  })

  test('says that a submission with --journal none makes a run of its own', async () => {
    await interrupt(submit)
    const { stdout } = await world.type(`${submit} --journal none --dry-run`)
    expect(stdout).toMatch(/^CI \(a new run\) — a dry run: nothing was changed\n[^]*^ {2}to create {2}/m)
  })
})
