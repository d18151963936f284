import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asked, startProcess } from './server-process.ts'
import { soak } from '../helpers/soak.ts'

// Node makes an object of some hundred bytes from each chunk of one byte. DECISIONS 82

const attackers = soak ? 100 : 10
const flood = Buffer.from('1\r\nx\r\n'.repeat(soak ? 1_000_000 : 200_000))

// The chunks become garbage at once. V8 lets it pile up until its young generation is full, which is twice as large in Node 24.
const mostGarbage = Number(process.versions.node.split('.')[0]) < 24 ? 150 : 300

const headOf = (request: string, headers = ''): string =>
  `${request} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n${headers}\r\n`

describe.skipIf(process.platform !== 'linux')('bodies in chunks of one byte', () => {
  // One server for all of these tests: any memory that they take would add up.
  let server: Awaited<ReturnType<typeof startProcess>>
  let end: () => Promise<void>
  beforeAll(async () => {
    server = await startProcess({ atEnd: (ending) => (end = ending) })
  })
  afterAll(() => end())

  test.for<[where: string, request: string]>([
    ['to the dashboard', 'POST /settings/keys'],
    ['to the interface without a key', 'PUT /v1/projects'],
    ['to a path that is none', 'PUT /v1/nothing'],
    ['with a GET', 'GET /v1/projects'],
    ['to a page', 'GET /healthz'],
  ])('%s take no memory, and others are answered', async ([, request]) => {
    const { send, grown, isAlive } = server
    const sent = Array.from({ length: attackers }, () => send(headOf(request), flood))
    expect(await asked(server)).toBe(200)
    await Promise.all(sent)
    expect(await asked(server)).toBe(200)
    expect(isAlive()).toBe(true)
    expect(grown()).toBeLessThan(150)
  })

  test('with a key take little memory, and are refused', async () => {
    const other = await startProcess()
    const { key, send, grown } = other
    const answers = await Promise.all(
      Array.from({ length: attackers }, () => send(headOf('PUT /v1/projects', `x-api-key: ${key}\r\n`), flood)),
    )
    expect(answers.filter((answer) => answer !== '')[0]).toMatch(/^HTTP\/1\.1 413 .*too many small chunks/s)
    expect(await asked(other)).toBe(200)
    expect(grown()).toBeLessThan(mostGarbage)
  })
})
