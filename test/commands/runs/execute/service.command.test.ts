import { setTimeout as rest } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TerminatedError } from '../../../../src/errors.ts'
import type { Response } from '../../../../src/wire/message.ts'
import { openServed } from './served.ts'

// A session over a real connection, with a service that misbehaves.

type Served = Awaited<ReturnType<typeof openServed>>
let { world, remote, execute, held, close } = {} as Served
beforeEach(async () => {
  ;({ world, remote, execute, held, close } = await openServed())
})
afterEach(() => close())

test('a service that restarts midway: everything is sent in the end, once', async () => {
  const session = await execute('WEB-R7', '--only failed,untested,inProgress,passed')
  session.press('pppp')
  const restarted = remote.restart(400)
  session.press('ppfbroken\rpppppp')
  await session.see(/Every test|The end of the list/)
  await restarted
  session.press('q')
  expect(await session.end()).toMatchObject({ exitCode: 0 })
  expect((await held('WEB-R7')).split('\n').filter((one) => one === 'failed')).toHaveLength(1)
  expect(await world.prints('testctl comments list WEB-T13 --columns content')).toContain('broken\n')
  expect(remote.requests.filter(({ method, path }) => method === 'PUT' && path.includes('comments'))).toHaveLength(1)
})

test('a service that says 429 with Retry-After, and 409, is asked again, also after q', async () => {
  const session = await execute('WEB-R2')
  const problem = (status: number, headers = {}): Response => ({ status, headers, body: '{"message":"not now"}' })
  const answers = [problem(429, { 'retry-after': '1' }), problem(409), problem(409)]
  remote.before = async ({ method }) => {
    if (method === 'GET') return undefined
    return answers.shift()
  }
  session.press('pppq')
  expect(await session.end()).toMatchObject({ exitCode: 0 })
  expect(answers).toEqual([])
  expect(await held('WEB-R2')).toBe('passed\npassed\npassed\n')
})

test.each([
  { status: 200, to: 'everything' },
  { status: 403, to: 'everything' },
  { status: 403, to: 'changes' },
])(
  'the page of a proxy ($status to $to) in the middle is no refusal: what is set waits, and is sent later',
  async ({ status, to }) => {
    const session = await execute('WEB-R2')
    let isBehind = true
    remote.before = async ({ method }) =>
      isBehind && (to === 'everything' || method !== 'GET')
        ? { status, headers: { 'content-type': 'text/html' }, body: '<h1>Log in</h1>' }
        : undefined
    session.press('pfbroken\r')
    await session.see(/The service does not answer \([^]+: \d waiting/)
    isBehind = false
    session.press('pq')
    expect(await session.end()).toMatchObject({ exitCode: 0 })
    expect(await held('WEB-R2')).toBe('passed\nfailed\npassed\n')
  },
)

test('a test that is deleted while it is shown says so, and the others go on', async () => {
  const session = await execute('WEB-R2')
  await expect.poll(() => held('WEB-R2')).toContain('inProgress')
  await world.prints('testctl tests delete WEB-T3 --yes')
  session.press('p')
  await session.see(/WEB-T3 logs in was deleted\./)
  session.press('pp')
  await session.see(/The end of the list|Every test/)
  session.press('q')
  const { exitCode, stderr } = await session.end()
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 7 })
  expect(stderr).toContain('error: 1 change refused by the service\n')
  expect(await held('WEB-R2')).toBe('passed\npassed\n')
})

test('answers after 200 ms: keys do not wait for them', async () => {
  remote.before = () => rest(200)
  const session = await execute('WEB-R7', '--only failed,untested,inProgress,passed')
  session.press('p'.repeat(12))
  await session.see(/Passed: .+\n(?:.*\n)*Every test has a result/)
  session.press('q')
  expect(await session.end()).toMatchObject({ exitCode: 0 })
  expect(await held('WEB-R7')).toBe('passed\n'.repeat(12))
})

test('a key that is refused in the middle ends it with exit 4, and everything is kept for the next time', async () => {
  const session = await execute('WEB-R2')
  remote.before = async () => ({ status: 401, headers: {}, body: '{"message":"revoked"}' })
  session.press('pp')
  const { exitCode, stderr } = await session.end()
  expect(exitCode).toBe(4)
  expect(stderr).toMatch(
    /error: .+\(401\); [12] changes? not sent, and kept\n {2}give a valid key \(how: testctl auth status\), then send them: testctl runs execute WEB-R2\n$/,
  )
  expect(session.isRaw()).toBe(false)
  delete remote.before
  const next = await execute('WEB-R2')
  next.press('q')
  await next.end()
  expect(await held('WEB-R2')).toBe('passed\npassed\nuntested\n')
})

test('a signal in the middle of an outage says how many changes are kept, and how they are sent', async () => {
  const session = await execute('WEB-R2', '--timeout 1m')
  remote.before = async () => ({ status: 503, headers: {}, body: '' })
  session.press('pp')
  await session.see(/You can\s+go\s+on/)
  session.stop.abort(new TerminatedError('terminated'))
  const { exitCode, stderr } = await session.end()
  expect(exitCode).toBe(143)
  expect(stderr).toMatch(
    /error: terminated; 2 changes not sent, and kept\n {2}to send them: testctl runs execute WEB-R2\n$/,
  )
})
