import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lacks } from '../helpers/programs.ts'
import { openBash, prompt, type Terminal } from '../helpers/terminal.ts'
import { type Remote, startRemote } from '../helpers/remote.ts'
import { createService } from '../../src/service/index.ts'
import { openStore } from '../../src/store/index.ts'
import type { Request, Response } from '../../src/wire/message.ts'
import { createMachine, type Machine } from './machine.ts'
import { seed, seedLargeRun } from './seed.ts'

// What is seen of something that takes longer than a second, in a real terminal and without one.

const key = 'canary-0123456789'
let machine: Machine
let remote: Remote
beforeEach(async () => {
  machine = await createMachine({ TERM: 'xterm-256color', NO_COLOR: '1', TESTCTL_API_KEY: key })
  await seed(machine.folder)
  remote = await startRemote(key, `file:${join(machine.folder, 'team.db')}`)
  machine.env['TESTCTL_URL'] = remote.url
})
afterEach(async () => {
  await remote.close()
  await machine.remove()
})

const later = (milliseconds: number) => new Promise<void>((wake) => setTimeout(wake, milliseconds))
const slow = () => later(1500)

/** Types a line into a terminal of so many columns, and gives back everything that the terminal got. */
const onTerminal = async (line: string, { columns = 80 } = {}): Promise<string> => {
  const { stdout } = await machine.shell(
    `script -qec 'stty cols ${columns}; ${line.replaceAll("'", `'\\''`)}; echo code $?' /dev/null < /dev/null`,
  )
  return stdout
}

const gone = '\r\u001b[K'

const commands = [
  ['testctl tests get WEB-T1', 'WEB-T1'],
  ['testctl tests set WEB-T1 passed', 'Set 1 test to passed'],
  ['testctl runs status WEB-R7', 'WEB-R7'],
  ['testctl api GET /v1/projects', '"projects"'],
  ['testctl auth status', 'is accepted'],
] as const

describe.skipIf(lacks('script', 'stty'))('a service that takes a second and a half', () => {
  beforeEach(() => {
    remote.before = slow
  })

  test.each(commands)(
    'is seen to be waited for on a terminal, until it answers, and elsewhere stderr stays empty: %s',
    async (line, answer) => {
      const [seen, piped] = await Promise.all([onTerminal(line), machine.type(line)])
      const { host } = new URL(remote.url)
      expect(seen.startsWith(`\rwaiting for ${host}, 1 s\u001b[K`)).toBe(true)
      const after = seen.slice(seen.lastIndexOf(gone) + gone.length)
      expect(after).toContain(answer)
      expect(after).not.toContain('waiting')
      expect(after).toMatch(/code 0\r\n$/)
      expect(piped.stderr).toBe('')
      expect(piped.stdout).not.toMatch(/waiting|[\r\u001b]/)
    },
  )

  test('stdout holds the answer alone when stderr is a terminal', async () => {
    const seen = await onTerminal('testctl projects list --json > out.json')
    expect(seen).toMatch(/^\rreading projects, 1 s/)
    const out = (await machine.files())[join(machine.folder, 'out.json')] ?? ''
    expect(JSON.parse(out)).toHaveLength(2)
  })

  test.each(['--progress none', 'TERM=dumb'])('says nothing with %s', async (how) => {
    const line = how.startsWith('--') ? `testctl projects list ${how}` : `${how} testctl projects list`
    expect(await onTerminal(line)).toMatch(/^IDENTIFIER/)
  })

  test('keeps to one row of a terminal of one column, and of ten', async () => {
    for (const columns of [1, 10]) {
      const [drawn = ''] = (await onTerminal('testctl projects list > /dev/null', { columns })).split('code')
      for (const one of drawn.split(/\r|\u001b\[K/)) expect(one.length).toBeLessThan(columns)
    }
  })

  test('a refused answer is told where the line was', async () => {
    const refusal: Response = { status: 401, headers: { 'content-type': 'application/json' }, body: '{}' }
    remote.before = () => slow().then(() => refusal)
    const seen = await onTerminal('testctl projects list')
    expect(seen).toMatch(/, 1 s\u001b\[K\r\u001b\[Kerror: /)
  })
})

describe.skipIf(lacks('script', 'stty'))('what keeps a command waiting is said', () => {
  /** What is answered instead, by the number of the request. */
  const answer = (instead: (index: number, request: Request) => Response | undefined) => {
    let index = 0
    remote.before = async (request) => instead(index++, request)
  }

  test('a service that asks to come back later, with the time that is left', async () => {
    answer((index) => (index === 0 ? { status: 429, headers: { 'retry-after': '3' }, body: '{}' } : undefined))
    const seen = await onTerminal('testctl projects list')
    expect(seen).toMatch(/\rwaiting for 127\.0\.0\.1:\d+ to take more, 2 s left\u001b\[K/)
    expect(seen).toMatch(/\u001b\[KIDENTIFIER/)
  })

  test('the same beside how far a batch is', async () => {
    answer((_, { method }) =>
      method === 'POST' && ++posts === 3 ? { status: 503, headers: { 'retry-after': '3' }, body: '{}' } : undefined,
    )
    let posts = 0
    const seen = await onTerminal('testctl tests set WEB-T7 WEB-T8 WEB-T9 WEB-T10 passed --concurrency 1', {
      columns: 100,
    })
    expect(seen).toMatch(/\rsetting results: 2 of 4; waiting for 127\.0\.0\.1:\d+ to take more, [23] s left/)
    expect(seen).toContain('Set 4 tests to passed')
  })

  test('a service that is gone for a while', async () => {
    let restarted: Promise<void> | undefined
    remote.before = async ({ method }) => {
      if (method === 'POST') restarted ??= remote.restart(2500)
    }
    const tests = Array.from({ length: 12 }, (_, at) => `WEB-T${at + 7}`).join(' ')
    const seen = await onTerminal(`testctl tests set ${tests} passed --concurrency 4`, { columns: 100 })
    await restarted
    expect(seen).toMatch(/setting results: \d+ of 12; 127\.0\.0\.1:\d+ (cannot be reached|broke off), trying again/)
    expect(seen).toContain('Set 12 tests to passed')
  })

  test.each([
    ['testctl tests set WEB-T1 passed', /\r\u001b\[K✓ Set 1 test to passed\r\n/],
    ['testctl keys create --name ci', /\r\u001b\[KCreated the key ci/],
  ] as const)('a file that another process has locked: %s', async (line, answer) => {
    machine.env['TESTCTL_URL'] = 'file:./team.db'
    const other = await openStore(`file:${join(machine.folder, 'team.db')}`)
    const writing = other.write(() => later(2500))
    const seen = await onTerminal(line)
    await writing
    await other.close()
    expect(seen).toContain('\rwaiting for team.db, 1 s\u001b[K')
    expect(seen).toMatch(answer)
  })

  test('a database that does not answer, without the password', async () => {
    const deaf = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(deaf, 'listening')
    const { port } = deaf.address() as AddressInfo
    const seen = await onTerminal(
      `testctl keys list --timeout 2s --store postgres://ana:secret@127.0.0.1:${port}/tests`,
    )
    deaf.close()
    expect(seen).toContain(`\rwaiting for 127.0.0.1:${port}, 1 s\u001b[K`)
    expect(seen).toMatch(/\r\u001b\[Kerror: /)
    expect(seen).not.toContain('secret')
  })
})

describe.skipIf(lacks('script', 'stty'))('each step of something long says what it is', () => {
  const report = (count: number) =>
    `<testsuite>${Array.from({ length: count }, (_, at) => `<testcase name="Fresh ${at}"/>`).join('')}</testsuite>`

  test('a submission, and its undoing', async () => {
    await writeFile(join(machine.folder, 'report.xml'), report(64))
    remote.before = ({ method }) => (method === 'GET' ? undefined : later(250))
    const seen = await onTerminal(
      'testctl runs submit report.xml -p WEB --name Fresh --create-cases --comments all --journal j.ndjson',
    )
    for (const said of ['creating cases', 'setting results', 'writing comments'])
      expect(seen).toMatch(new RegExp(`\\r${said} \\[#* *\\] \\d+ of 64, `))
    expect(seen).toMatch(/code 0\r\n$/)
    const undone = await onTerminal('testctl runs undo j.ndjson')
    for (const said of ['putting back', 'taking comments away'])
      expect(undone).toMatch(new RegExp(`\\r${said} \\[#* *\\] \\d+ of 64, `))
    expect(undone.slice(undone.lastIndexOf(gone))).toContain('put back   64 results')
  })

  test('reading a run page by page, with how many tests it has', async () => {
    await seedLargeRun(machine.folder, 2500)
    remote.before = () => later(400)
    const seen = await onTerminal('testctl runs status WEB-R8')
    expect(seen).toMatch(/\rreading tests \[#+ +\] [12]000 of 2500, \d+\/s, \d s left/)
    expect(seen.slice(seen.lastIndexOf(gone))).toContain('WEB-R8 Large')
  })

  test('jq that takes its time', async () => {
    const seen = await onTerminal(`testctl projects list --jq '[range(4000000)] | map(. * 2) | length'`)
    expect(seen).toContain('\rwaiting for jq, 1 s\u001b[K')
    expect(seen).toMatch(/\r\u001b\[K4000000\r\ncode 0\r\n$/)
  })

  test('what comes from stdin says nothing before it comes: somebody else may have the terminal until then', async () => {
    await writeFile(join(machine.folder, 'report.xml'), report(3))
    const seen = await onTerminal('(sleep 1.6; cat report.xml) | testctl reports read -')
    expect(seen).toMatch(/^FILE/)
  })

  test('a large file, before SQLite goes through it in one go', async () => {
    machine.env['TESTCTL_URL'] = 'file:./team.db'
    const store = await openStore('file:./team.db', { folder: machine.folder })
    const api = createService(store)('ana')
    const [project] = (await api.projects.list({})).projects
    const projectId = String(project?.id)
    for (let at = 0; at < 40; at++)
      await api.cases.create({ projectId, name: `Large ${at}`, preconditions: 'x'.repeat(900_000), steps: [] })
    await store.close()
    const seen = await onTerminal('testctl store check')
    expect(seen).toMatch(/^\rchecking\u001b\[K/)
    expect(seen.slice(seen.lastIndexOf(gone))).toContain('Nothing is wrong with it')
    expect((await machine.type('testctl store check')).stderr).toBe('')
  })
})

describe.skipIf(lacks('script', 'stty'))('a terminal that is somebody else’s', () => {
  test('a command of exec has it alone', async () => {
    const child = `sh -c "printf begin; sleep 1.6; printf end; echo '<testsuite><testcase name=\\"x\\"/></testsuite>' > out.xml"`
    const seen = await onTerminal(`testctl exec --run WEB-R7 --report out.xml -- ${child}`)
    expect(seen).toMatch(/^beginend/)
  })
})

describe.skipIf(lacks('tmux', 'bash'))('in a terminal', () => {
  let terminal: Terminal
  beforeEach(async () => {
    terminal = await openBash()
    await terminal.see(new RegExp(`^${prompt}`))
    await terminal.type(`export TESTCTL_URL=${remote.url} TESTCTL_API_KEY=${key}`, 'Enter')
    await terminal.clear()
  })
  afterEach(() => terminal.close())

  test('the line is seen, changes in place, and leaves no trace', async () => {
    remote.before = () => later(2600)
    await terminal.type('testctl projects list > list.tsv; wc -l list.tsv', 'Enter')
    await terminal.see(/list\.tsv\nreading projects, 1 s$/)
    await terminal.see(/list\.tsv\nreading projects, 2 s$/)
    const seen = await terminal.see(/\d list\.tsv\nready>$/)
    expect(seen.split('\n')).toHaveLength(3)
  })

  test('a question is not disturbed, however slow the service is', async () => {
    remote.before = slow
    await terminal.type('testctl tests delete WEB-T1', 'Enter')
    await terminal.see(/\nwaiting for 127\.0\.0\.1:\d+, 1 s$/)
    const asked = await terminal.see(/\nDelete the test WEB-T1 .*\? \[y\/N\]$/)
    await later(1500)
    expect(await terminal.see(/$/)).toBe(asked)
    await terminal.type('y', 'Enter')
    await terminal.see(/\[y\/N\] y\nwaiting for 127\.0\.0\.1:\d+, 1 s$/)
    const seen = await terminal.see(/Deleted the test WEB-T1/)
    expect(seen).not.toContain('waiting')
  })

  test('a board is not drawn over while its next look takes long', async () => {
    await terminal.type('testctl runs watch WEB-R1 --interval 200ms', 'Enter')
    const board = await terminal.see(/untested {4}2$[^]*nobody$/m)
    remote.before = () => later(2500)
    await later(2200)
    expect(await terminal.see(/nobody$/m)).toBe(board)
    await terminal.type('', 'C-c')
    await terminal.see(/interrupted/)
  })

  test('Ctrl-C takes the line away before the error', async () => {
    remote.before = () => later(20_000)
    await terminal.type('testctl projects list', 'Enter')
    await terminal.see(/waiting for 127\.0\.0\.1:\d+, 1 s$/)
    await terminal.type('', 'C-c')
    const seen = await terminal.see(/interrupted[^]*ready>$/)
    expect(seen).not.toContain('waiting')
  })

  test('after a second Ctrl-C, which waits for nothing, the prompt stands on a line of its own', async () => {
    remote.before = ({ method }) => (method === 'GET' ? undefined : later(20_000))
    await terminal.type('testctl comments create WEB-T1 --content hm', 'Enter')
    await terminal.see(/waiting for 127\.0\.0\.1:\d+, 1 s$/)
    await terminal.type('', 'C-c')
    await later(300)
    await terminal.type('', 'C-c')
    await terminal.see(/\nready>$/)
  })
})
