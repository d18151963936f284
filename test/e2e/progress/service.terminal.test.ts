import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lacks } from '../../helpers/programs.ts'
import { openStore } from '../../../src/store/index.ts'
import type { Request, Response } from '../../../src/wire/message.ts'
import { type Waiting, openWaiting, gone, later, waits } from './waiting.ts'

let there: Waiting
beforeEach(async () => {
  there = await openWaiting()
})
afterEach(() => there.close())

const slow = () => later(1500)

// The output of commands that take longer than a second, in a real terminal and in a pipe.
const commands = [
  ['testctl tests get WEB-T1', 'WEB-T1'],
  ['testctl tests set WEB-T1 passed', 'logs in: untested → passed'],
  ['testctl runs status WEB-R7', 'WEB-R7'],
  ['testctl api GET /v1/projects', '"projects"'],
  ['testctl auth status', 'is accepted'],
] as const

describe.skipIf(lacks('script', 'stty'))('a service that takes longer than a second', () => {
  beforeEach(() => {
    there.remote.before = () => there.shows(waits)
  })

  test.each(commands)(
    'is seen to be waited for on a terminal, until it answers, and elsewhere stderr stays empty: %s',
    async (line, answer) => {
      const [seen, piped] = await Promise.all([there.onTerminal(line), there.machine.type(line)])
      const { host } = new URL(there.remote.url)
      expect(seen.replace(/\d+ s/, '1 s').startsWith(`\rwaiting for ${host}, 1 s\u001b[K`)).toBe(true)
      const after = seen.slice(seen.lastIndexOf(gone) + gone.length)
      expect(after).toContain(answer)
      expect(after).not.toContain('waiting')
      expect(after).toMatch(/code 0\r\n$/)
      expect(piped.stderr).toBe('')
      expect(piped.stdout).not.toMatch(/waiting|[\r\u001b]/)
    },
  )

  test('stdout holds the answer alone when stderr is a terminal', async () => {
    const seen = await there.onTerminal('testctl projects list --json > out.json')
    expect(seen).toMatch(/^\rreading projects, \d+ s/)
    const out = (await there.machine.files())[join(there.machine.folder, 'out.json')] ?? ''
    expect(JSON.parse(out)).toHaveLength(2)
  })

  test('a line that is understood by habit is seen to wait as well', async () => {
    expect(await there.onTerminal('testctl get projects')).toMatch(/^\rwaiting for [^ ]+, \d+ s/)
  })

  test.each(['--progress none', 'TERM=dumb', 'ACCESSIBLE=1'])('says nothing with %s', async (how) => {
    there.remote.before = slow
    const line = how.startsWith('--') ? `testctl projects list ${how}` : `${how} testctl projects list`
    expect(await there.onTerminal(line)).toMatch(/^IDENTIFIER/)
  })

  test('keeps to one row of a terminal of one column, and of ten', async () => {
    there.remote.before = slow
    for (const columns of [1, 10]) {
      const [drawn = ''] = (await there.onTerminal('testctl projects list > /dev/null', { columns })).split('code')
      for (const one of drawn.split(/\r|\u001b\[K/)) expect(one.length).toBeLessThan(columns)
    }
  })

  test('a refused answer is told where the line was', async () => {
    const refusal: Response = { status: 401, headers: { 'content-type': 'application/json' }, body: '{}' }
    there.remote.before = () => there.shows(waits).then(() => refusal)
    const seen = await there.onTerminal('testctl projects list')
    expect(seen).toMatch(/, \d+ s\u001b\[K\r\u001b\[Kerror: /)
  })
})

describe.skipIf(lacks('script', 'stty'))('what keeps a command waiting is said', () => {
  /** Makes the service give other answers, by the number of the request. */
  const answer = (instead: (index: number, request: Request) => Response | undefined) => {
    let index = 0
    there.remote.before = async (request) => instead(index++, request)
  }

  test('a service that asks to come back later, with the time that is left', async () => {
    answer((index) => (index === 0 ? { status: 429, headers: { 'retry-after': '3' }, body: '{}' } : undefined))
    const seen = await there.onTerminal('testctl projects list')
    expect(seen).toMatch(/\rwaiting for 127\.0\.0\.1:\d+ to take more, [12] s left\u001b\[K/)
    expect(seen).toMatch(/\u001b\[KIDENTIFIER/)
  })

  test('the same beside how far a batch is', async () => {
    answer((_, { method }) =>
      method === 'POST' && ++posts === 3 ? { status: 503, headers: { 'retry-after': '3' }, body: '{}' } : undefined,
    )
    let posts = 0
    const seen = await there.onTerminal('testctl tests set WEB-T7 WEB-T8 WEB-T9 WEB-T10 passed --concurrency 1', {
      columns: 100,
    })
    expect(seen).toMatch(/\rsetting results: 2 of 4; waiting for 127\.0\.0\.1:\d+ to take more, [123] s left/)
    expect(seen).toContain('Set 4 tests to passed')
  })

  test('a service that is gone for a while', async () => {
    let restarted: Promise<void> | undefined
    there.remote.before = async ({ method }) => {
      if (method === 'POST') restarted ??= there.remote.restart(2500)
    }
    const tests = Array.from({ length: 12 }, (_, at) => `WEB-T${at + 7}`).join(' ')
    const seen = await there.onTerminal(`testctl tests set ${tests} passed --concurrency 4`, { columns: 100 })
    await restarted
    expect(seen).toMatch(/setting results: \d+ of 12; 127\.0\.0\.1:\d+ (cannot be reached|broke off), trying again/)
    expect(seen).toContain('Set 12 tests to passed')
  })

  test.each([
    ['testctl tests set WEB-T1 passed', /\r\u001b\[K✓ WEB-T1 logs in: untested → passed\r\n/],
    ['testctl keys create --name ci', /\r\u001b\[KCreated the key ci/],
  ] as const)('a file that another process has locked: %s', async (line, answer) => {
    there.machine.env['TESTCTL_URL'] = 'file:./team.db'
    const other = await openStore(`file:${join(there.machine.folder, 'team.db')}`)
    // The line is typed only when the file is locked. Otherwise it could lock the file first.
    let writing: Promise<void> | undefined
    await new Promise<void>((locked) => {
      writing = other.write(async () => {
        locked()
        await there.shows(waits)
      })
    })
    const seen = await there.onTerminal(line)
    await writing
    await other.close()
    expect(seen).toMatch(/\rwaiting for team\.db, \d+ s\u001b\[K/)
    expect(seen).toMatch(answer)
  })

  test('a database that does not answer, without the password', async () => {
    const deaf = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(deaf, 'listening')
    const { port } = deaf.address() as AddressInfo
    const seen = await there.onTerminal(
      `testctl keys list --timeout 2s --store postgres://ana:secret@127.0.0.1:${port}/tests`,
    )
    deaf.close()
    expect(seen.replace(/\d+ s/, '1 s')).toContain(`\rwaiting for 127.0.0.1:${port}, 1 s\u001b[K`)
    expect(seen).toMatch(/\r\u001b\[Kerror: /)
    expect(seen).not.toContain('secret')
  })
})
