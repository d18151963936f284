import { statfsSync, writeFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectTo } from '../../src/store/sqlite/connection.ts'
import { mount, mountable, unmount } from '../helpers/disk.ts'
import { type Remote, startRemote } from '../helpers/remote.ts'
import { hostile, http } from '../wire/hostile.ts'
import { createMachine, type Machine } from './machine.ts'
import { type Told, toldBy } from './problem.ts'
import { seed } from './seed.ts'

// The issue's list of bad input: each with its exit code and a next step.

const key = 'canary-0123456789'
let machine: Machine
let remote: Remote
beforeAll(async () => {
  machine = await createMachine()
  await seed(machine.folder)
  remote = await startRemote(key)
})
afterAll(async () => {
  await remote.close()
  await machine.remove()
})

/** How a line fails. Whatever it is, something to do next is said, and the key is not. */
const fails = async (line: string, typed?: Parameters<Machine['type']>[1]): Promise<Told> => {
  const seen = await machine.type(line, typed)
  expect(seen.stdout + seen.stderr).not.toContain('canary')
  const told = toldBy(seen)
  expect(told).toMatchObject({ next: expect.stringMatching(/\S/) })
  return told
}

describe('what is typed', () => {
  test('a folder that was deleted meanwhile', async () => {
    const gone = (line: string) => machine.shell(`mkdir gone; cd gone; rmdir ../gone; ${line}`)
    expect(toldBy(await gone('testctl projects list'))).toMatchObject({
      exitCode: 2,
      error: 'the current folder is not there any more',
      next: 'cd to another one',
    })
    expect(await gone('testctl --version')).toMatchObject({ exitCode: 0, stderr: '' })
  })

  test.each<[line: string, error: string | RegExp, next: string]>([
    ['testctl test set WEB-T1 pased', 'there is no result "pased"', 'did you mean passed?'],
    ['testctl tsts list', /unknown command 'tsts'/, 'did you mean tests?'],
    ['testctl tests lst WEB-R1', /unknown command 'lst'/, 'did you mean list'],
    ['testctl tests list WEB-R1 --resutl failed', /unknown option '--resutl'/, 'did you mean --result?'],
    ['testctl tests list', /missing required argument/, 'testctl'],
    ['testctl tests get WEB-R1', 'WEB-R1 is a test run, not a test', 'WEB-T1'],
    ['testctl tests get T1', 'T1 needs a project', 'WEB-T1'],
    ['testctl runs create -p WEB --name x --cases OLD-C1', /OLD-C1 belongs to the project OLD, not to WEB/, 'WEB'],
    ['testctl tests set WEB-T1', 'which tests, and which result?', 'testctl tests set'],
    ['testctl cases list', 'which project?', '--project'],
    ['testctl tests list WEB-R1 --limit many', /--limit takes a whole number/, 'a number such as 20'],
    ['testctl tests list WEB-R1 --columns nam', /nam/, 'name'],
    ['testctl cases update WEB-C1', 'there is nothing to change', '--name'],
    ["testctl cases create -p WEB --name x --steps '{'", /is not JSON/, '--steps-file'],
    ['testctl cases create -p WEB --name x --steps @absent.json', /there is no file absent.json/, 'another folder'],
    ['testctl tests list WEB-R1 --timeout soon', /timeout/, '30s'],
    ['testctl projects delete OLD', /needs its identifier once more/, '--confirm OLD'],
    ['testctl projects delete OLD --confirm WEB', /was not deleted/, 'OLD'],
    ['testctl comments list 0123', /through an identifier only/, 'WEB-C1'],
    ['testctl comments create WEB-R1 --content x', /cannot be commented on/, 'WEB-T1'],
    ["testctl comments create WEB-T1 --content ''", /empty/, '--content'],
    ['testctl runs submit report.xml', 'into which run?', '--run'],
    ['testctl completion powershel', /there is no shell/, 'bash'],
    ['testctl api PATCH /v1/projects', /not a method/, 'GET, PUT, POST and DELETE'],
    ['testctl api GET /v2/projects', /not a path/, '/v1/projects'],
    ['testctl tests get ../WEB', /neither an identifier nor an id/, 'WEB-T12'],
  ])('%s', async (line, error, next) => {
    const told = await fails(line)
    expect(told).toMatchObject({ exitCode: 2, error: expect.stringMatching(error) })
    expect(told.next).toContain(next)
  })
})

describe('the address and the key', () => {
  test.each<[what: string, env: Record<string, string>, exitCode: number, error: RegExp, next: string]>([
    ['no address', { TESTCTL_URL: '' }, 2, /no service is named/, 'testctl auth login'],
    ['no address, but a key', { TESTCTL_URL: '', TESTCTL_API_KEY: key }, 2, /no service is named/, 'TESTCTL_URL'],
    ['something else', { TESTCTL_URL: 'tests.example.com' }, 2, /TESTCTL_URL is not the address/, 'https://'],
    ['a key in place of it', { TESTCTL_URL: key }, 2, /TESTCTL_URL is not the address/, 'https://'],
    ['no TLS', { TESTCTL_URL: 'http://tests.example.com', TESTCTL_API_KEY: key }, 2, /has no TLS/, 'https:'],
    ['no key', { TESTCTL_URL: 'https://tests.example.com' }, 4, /there is no key for/, 'TESTCTL_API_KEY'],
    [
      'an empty key file',
      { TESTCTL_API_KEY_FILE: '/dev/null', TESTCTL_URL: 'https://a.example' },
      2,
      /is empty/,
      'key',
    ],
    [
      'no key file',
      { TESTCTL_API_KEY_FILE: 'absent', TESTCTL_URL: 'https://a.example' },
      2,
      /absent.*it is not there/,
      'a file that holds the key alone',
    ],
    ['a key with a space', { TESTCTL_API_KEY: `${key} `, TESTCTL_URL: 'https://a.example' }, 2, /a space/, 'alone'],
    ['no such host', { TESTCTL_URL: 'https://tests.invalid', TESTCTL_API_KEY: key }, 6, /tests\.invalid/, ''],
    ['no folder for the file', { TESTCTL_URL: 'file:./a/b/c.db' }, 2, /there is no folder/, 'mkdir -p'],
    ['a folder', { TESTCTL_URL: 'file:.' }, 2, /is a folder/, '/team.db'],
  ])('%s', async (_, env, exitCode, error, next) => {
    const told = await fails('testctl projects list --timeout 5s', { env })
    expect(told).toMatchObject({ exitCode, error: expect.stringMatching(error) })
    expect(told.next).toContain(next)
  })

  test('a wrong key', async () => {
    const env = { TESTCTL_URL: remote.url, TESTCTL_API_KEY: 'canary-wrong' }
    const told = await fails('testctl projects list', { env })
    expect(told).toMatchObject({ exitCode: 4, error: 'the service refused the key (401)' })
    expect(told.next).toContain('testctl auth status')
    expect(await fails('testctl tests set WEB-T1 WEB-T2 passed', { env })).toEqual(told)
    expect(await fails('testctl auth status', { env })).toMatchObject({
      exitCode: 4,
      error: `${remote.url} refused the key of TESTCTL_API_KEY`,
    })
  })
})

describe('a service that', () => {
  type Answer = (socket: Socket) => void
  const cases: [what: string, answer: Answer, exitCode: number, error: RegExp, next: RegExp][] = [
    ['hangs', () => undefined, 6, /no answer within 1 s/, /--timeout/],
    ['drips', drip, 6, /no answer within 1 s/, /--timeout/],
    ['answers HTML', (s) => s.end(http(200, page, html)), 5, /an HTML page, not JSON/, /TESTCTL_URL/],
    ['fails with HTML', (s) => s.end(http(502, page, html)), 6, /the service failed \(502\)/, /HTML page.*TESTCTL_URL/],
    ['answers text', (s) => s.end(http(200, 'OK')), 5, /not JSON/, /TESTCTL_URL/],
    ['answers nothing', (s) => s.end(http(200, '')), 5, /the answer was empty/, /TESTCTL_URL/],
    [
      'cuts its answer',
      (s) => s.end(http(200, '{"projects":[').replace(/length: \d+/, 'length: 999')),
      6,
      /closed before the answer was whole/,
      /-v/,
    ],
    ['hangs up', (s) => s.destroy(), 6, /closed before the answer was whole/, /-v/],
    ['does not speak HTTP', (s) => s.end('SSH-2.0-OpenSSH_9.2\r\n'), 5, /does not speak HTTP/, /TESTCTL_URL/],
    ['answers another interface', (s) => s.end(http(200, '{"data":[]}')), 5, /projects is missing/, /-v|testctl/],
    ['fails', (s) => s.end(http(500, '{"message":"boom"}')), 6, /the service failed: boom \(500\)/, /-v/],
    ['is overloaded', (s) => s.end(http(429, '{}')), 6, /asks for patience/, /run it again/],
    [
      'asks for too much patience',
      (s) => s.end(http(503, '', { 'retry-after': '9999' })),
      6,
      /asks to wait until/,
      /--timeout/,
    ],
    ['has gone elsewhere', (s) => s.end(http(404, '{"message":"NOT_FOUND"}')), 3, /NOT_FOUND/, /ID|URL/],
    ['forbids', (s) => s.end(http(403, '{"message":"not yours"}')), 4, /refused the key: not yours \(403\)/, /auth/],
  ]
  test.each(cases)('%s', async (_, answer, exitCode, error, next) => {
    const server = await hostile(({ socket }) => answer(socket))
    const env = { TESTCTL_URL: server.url, TESTCTL_API_KEY: key }
    const told = await fails('testctl projects list --timeout 1s', { env })
    await server.close()
    expect(told).toMatchObject({ exitCode, error: expect.stringMatching(error), next: expect.stringMatching(next) })
  })

  test.each([301, 302, 303, 307, 308])('redirects elsewhere with %i: nobody goes there', async (status) => {
    const elsewhere = await hostile(({ socket }) => socket.end(http(200, '{}')))
    const server = await hostile(({ socket }) =>
      socket.end(http(status, '', { location: `${elsewhere.url}/v1/projects` })),
    )
    const env = { TESTCTL_URL: server.url, TESTCTL_API_KEY: key }
    const told = await fails('testctl projects list', { env })
    expect(elsewhere.connections()).toBe(0)
    await Promise.all([server.close(), elsewhere.close()])
    expect(told).toMatchObject({
      exitCode: 5,
      error: expect.stringContaining(`redirects to ${elsewhere.url}`),
      next: expect.stringContaining('TESTCTL_URL'),
    })
  })
})

const html = { 'content-type': 'text/html' }
const page = '<html><script>alert(1)</script>canary-page</html>'

const drip = (socket: Socket): void => {
  socket.write(http(200, ' '.repeat(100_000)).slice(0, -100_000))
  const timer = setInterval(() => socket.write(' '), 20)
  socket.on('close', () => clearInterval(timer))
}

describe('a file that', () => {
  const file = async (name: string, content: string | Buffer) => {
    await writeFile(join(machine.folder, name), content)
    return { TESTCTL_URL: `file:./${name}` }
  }

  test.each<[string, string | Buffer]>([
    ['is a text', 'hello\n'.repeat(1000)],
    ['is a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, ...Array<number>(5000).fill(7)])],
  ])('%s is not a store, and is left as it is', async (_, content) => {
    const env = await file('other.db', content)
    expect(await fails('testctl projects list', { env })).toMatchObject({
      exitCode: 2,
      error: `${machine.folder}/other.db is not a testctl store`,
    })
    expect((await machine.files())[join(machine.folder, 'other.db')]).toBe(content.toString('latin1'))
  })

  test("is another program's database is left as it is", async () => {
    change('theirs.db', 'create table theirs (x)')
    const told = await fails('testctl projects list', { env: { TESTCTL_URL: 'file:./theirs.db' } })
    expect(told).toMatchObject({ exitCode: 2, error: `${machine.folder}/theirs.db is not a testctl store` })
  })

  test('was written by a newer testctl', async () => {
    const env = { TESTCTL_URL: 'file:./newer.db' }
    await machine.type('testctl projects list', { env })
    change('newer.db', 'pragma user_version = 999')
    const told = await fails('testctl projects list', { env })
    expect(told).toMatchObject({ exitCode: 2, error: expect.stringContaining('was written by a newer testctl') })
    expect(told.next).toContain('upgrade testctl')
  })

  test.skipIf(!mountable)('is on a full disk', async () => {
    const disk = await smallDisk()
    try {
      const env = { TESTCTL_URL: `file:${disk}/team.db` }
      await machine.type('testctl projects create --name Web --identifier WEB', { env })
      fill(disk)
      const told = await fails(`testctl cases create -p WEB --name ${'x'.repeat(100_000)}`, { env })
      expect(told).toMatchObject({
        exitCode: 6,
        error: expect.stringMatching(/no space is left for the store .*nothing/),
      })
      expect(told.next).toContain(`df ${disk}`)
      expect(await fails('testctl projects list', { env: { TESTCTL_URL: `file:${disk}/new.db` } })).toMatchObject({
        exitCode: 6,
        error: expect.stringContaining('no space is left'),
      })
    } finally {
      await unmount(disk)
    }
  })

  test.skipIf(!mountable)('is on a read-only disk', async () => {
    const disk = await smallDisk()
    try {
      const env = { TESTCTL_URL: `file:${disk}/team.db` }
      await machine.type('testctl projects create --name Web --identifier WEB', { env })
      await execa('mount', ['-o', 'remount,ro', disk])
      const told = await fails('testctl projects create --name App --identifier APP', { env })
      expect([2, 6]).toContain(told.exitCode)
      expect(told.next).toContain(`ls -ld ${disk}`)
    } finally {
      await unmount(disk)
    }
  })
})

/** Runs a statement on a database of the machine. */
const change = (name: string, statement: string): void => {
  const connection = connectTo({ said: name, path: join(machine.folder, name) })
  connection.query(statement)
  connection.close()
}

const smallDisk = async (): Promise<string> => {
  const disk = await mkdtemp(join(machine.folder, 'disk-'))
  await mount(disk, '512k')
  return disk
}

const fill = (disk: string): void => {
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize))
}

describe('a report that', () => {
  const malformed = '<testsuites>\n<testsuite name="a">\n<testcase name="b">\n</testsuite>'
  const entity =
    '<!DOCTYPE testsuites [<!ENTITY a SYSTEM "file:///etc/passwd">]><testsuites><testcase name="&a;"/></testsuites>'
  test.each<[what: string, content: string, error: RegExp, next: RegExp]>([
    [
      'is no XML',
      'all tests passed\n',
      /is not a test report that testctl reads: it begins with "all tests passed/,
      /JUnit XML/,
    ],
    ['is other XML', '<html><body/></html>', /it begins with <html>/, /JUnit XML/],
    ['is malformed', malformed, /^report.xml is not well-formed XML: line 4, column \d+: /, /nothing has been sent/],
    [
      'is cut off',
      '<testsuites>\n<testsuite name="a">\n<testcase name="b"/>',
      /line 3.*the file ends inside <testsuite>/,
      /cut off/,
    ],
    ['has a DOCTYPE', entity, /has a DOCTYPE in line 1/, /remove it/],
    ['is empty', '', /is empty/, /did the test run get to its end/],
    [
      'has no cases',
      '<testsuites><testsuite name="a" tests="0"/></testsuites>',
      /has no test in it/,
      /did the test run find its tests/,
    ],
  ])('%s is refused, and nothing is sent', async (_, content, error, next) => {
    await writeFile(join(machine.folder, 'report.xml'), content)
    await writeFile(join(machine.folder, 'good.xml'), '<testsuites><testcase name="Login works"/></testsuites>')
    const env = { TESTCTL_URL: remote.url, TESTCTL_API_KEY: key }
    for (const files of ['report.xml', 'good.xml report.xml']) {
      remote.requests.length = 0
      const told = await fails(`testctl runs submit ${files} --run WEB-R1`, { env })
      expect(told).toMatchObject({
        exitCode: 2,
        error: expect.stringMatching(error),
        next: expect.stringMatching(next),
      })
      expect(remote.requests).toEqual([])
    }
  })

  test('is not there, or is a folder', async () => {
    expect(await fails('testctl runs submit absent.xml --run WEB-R1')).toMatchObject({
      exitCode: 2,
      error: 'there is no file absent.xml',
    })
    expect(await fails('testctl runs submit . --run WEB-R1')).toMatchObject({
      exitCode: 2,
      error: '. is a folder, not a report',
    })
  })
})

describe('NDJSON with bad lines', () => {
  const lines = [
    '{"test":"WEB-T8","result":"passed"}',
    '{"test":"WEB-T9","result":"pased"}',
    '',
    '{"test":"WEB-T10","result":"passed"',
    '{"result":"passed"}',
    '[]',
    '{"test":"WEB-T11","status":"passed"}',
    '{"test":"WEB-T12","result":"passed"}',
  ].join('\n')

  test('is refused as a whole: each bad line is named by its number, and nothing is sent', async () => {
    await writeFile(join(machine.folder, 'bad.ndjson'), lines)
    const before = await results()
    for (const [line, name] of [
      ['testctl tests set --from bad.ndjson', 'bad.ndjson'],
      ['testctl tests set --from -', 'stdin'],
    ] as const) {
      const told = await fails(line, { stdin: lines })
      expect(told).toMatchObject({ exitCode: 2, error: '5 lines cannot be read; nothing was sent' })
      expect(told.issues.map((issue) => issue.split(': ')[0])).toEqual([2, 4, 5, 6, 7].map((at) => `${name}:${at}`))
      expect(told.next).toContain('{"test":"WEB-T1","result":"passed"')
    }
    expect(await results()).toBe(before)
  })

  test('a test that is not there costs none of the others', async () => {
    const stdin = '{"test":"WEB-T8","result":"passed"}\n{"test":"WEB-T999","result":"passed"}\n'
    const told = toldBy(await machine.type('testctl tests set --from -', { stdin }), 'WEB-T8\n')
    expect(told).toMatchObject({ exitCode: 7, issues: ['WEB-T999: there is no test WEB-T999'] })
  })

  test('a file that is not there', async () => {
    const told = await fails('testctl tests set --from absent.ndjson')
    expect(told).toMatchObject({ exitCode: 2, error: 'there is no file absent.ndjson' })
  })

  const results = async () => (await machine.type('testctl tests list WEB-R7 --columns identifier,result')).stdout
})
