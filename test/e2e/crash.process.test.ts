import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inspect } from '../store/inspection.ts'
import { freePort } from '../helpers/ports.ts'
import { createMachine, type Machine, type Running } from './machine.ts'
import { patience, soak } from '../helpers/soak.ts'

// RELIABILITY 2. A server is killed at any moment while eight clients write. Every change that it has answered is kept, and a request
// that got no answer can be sent again with the same key. The long form (npm run test:soak) kills it a thousand times.

let machine: Machine
let running: Running | undefined
beforeEach(async () => {
  machine = await createMachine({ TESTCTL_URL: '' })
})
afterEach(async () => {
  running?.kill('SIGKILL')
  await machine.remove()
})

/** Starts the server at this port, and waits until it listens. On the first start, returns the key of its owner. */
const serve = async (port: number): Promise<string | undefined> => {
  const child = machine.start(`testctl serve --port ${port} --store file:./team.db --log-level silent --json`)
  running = child
  const said = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (data: Buffer) => (text += data).includes('}') && resolve(text))
    child.once('exit', () => reject(new Error('the server ended before it listened')))
  })
  return (JSON.parse(said) as { key?: string }).key
}

const kill = async () => {
  const child = running
  if (!child) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

type Kept = { cases: Map<string, string>; passed: Set<string> }

/** Kills the server `kills` times while eight writers write. Returns what it answered. `withKeys`: requests have an idempotency key. */
const writeThrough = async ({ kills, withKeys }: { kills: number; withKeys: boolean }): Promise<Kept> => {
  const port = await freePort()
  const apiKey = (await serve(port)) ?? ''
  let over = false
  let broken = false
  /** Resolves when a killed server listens again. */
  let listening: Promise<unknown> = Promise.resolve()
  let answers = 0

  /** Sends a request until it is answered, with the same key each time. */
  const send = async (method: string, path: string, body: object): Promise<Record<string, { id: string }>> => {
    const key = withKeys ? { 'idempotency-key': crypto.randomUUID() } : undefined
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json', ...key }
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/${path}`, { method, headers, body: JSON.stringify(body) })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => undefined)
      if (answer?.status === 200) {
        answers++
        return JSON.parse(answer.text) as Record<string, { id: string }>
      }
      // Only a lost connection is expected.
      if (answer) throw new Error(`${answer.status} ${answer.text}`)
      if (broken) throw new Error('another writer has ended')
      await Promise.all([listening, sleep(20)])
    }
  }
  const idIn = (answer: Record<string, { id: string }>): string => Object.values(answer)[0]?.id ?? ''

  const projectId = idIn(await send('PUT', 'projects', { name: 'Web', identifier: 'WEB', icon: '', color: '' }))
  const runId = idIn(await send('PUT', `test-runs/${projectId}`, { name: 'Run', caseIds: [] }))
  const kept: Kept = { cases: new Map(), passed: new Set() }
  const write = async (writer: number) => {
    for (let nth = 0; !over; nth++) {
      const name = `${writer}-${nth}`
      const caseId = idIn(await send('PUT', `cases/${projectId}`, { name, preconditions: '', steps: [] }))
      kept.cases.set(name, caseId)
      const testId = idIn(await send('PUT', `tests/${runId}`, { caseId }))
      await send('POST', `tests/${testId}`, { result: 'passed' })
      kept.passed.add(testId)
    }
  }
  const writers = Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(write))
  writers.catch(() => (broken = true))
  for (let nth = 0; nth < kills; nth++) {
    // A passed test takes three answers. Even the five smallest random waits suffice for the fifty tests that are required below.
    const enough = answers + 40 + Math.random() * 40
    while (answers < enough) await Promise.race([sleep(1), writers])
    listening = kill().then(() => serve(port))
    await listening
  }
  over = true
  await writers
  await kill()
  return kept
}

const duplicatesIn = (names: readonly string[]): string[] => {
  const seen = new Set<string>()
  return names.filter((name) => seen.size === seen.add(name).size)
}

test(
  'a server that is killed again and again loses nothing that it has answered, and does nothing twice',
  patience,
  async () => {
    const kept = await writeThrough({ kills: soak ? 1000 : 5, withKeys: true })
    const { cases, tests, runs } = await inspect(join(machine.folder, 'team.db'))
    expect(Object.fromEntries(cases.map(({ name, id }) => [name, id]))).toEqual(Object.fromEntries(kept.cases))
    expect(duplicatesIn(cases.map(({ name }) => name))).toEqual([])
    expect(cases.map(({ display_id }) => display_id)).toEqual(cases.map((_, at) => at + 1))
    expect(tests.map(({ display_id }) => display_id)).toEqual(tests.map((_, at) => at + 1))
    expect(
      tests
        .filter(({ result }) => result === 'passed')
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...kept.passed].sort())
    expect(runs).toHaveLength(1)
    expect(kept.passed.size).toBeGreaterThan(50)
  },
)

// It takes luck for a kill to fall between a change and its answer, so only the long form waits for it.
test.runIf(soak)('the same without keys does some things twice, and that is seen', patience, async () => {
  const found: string[] = []
  for (let round = 0; round < 200 && found.length === 0; round++) {
    await machine.shell('rm -f team.db*')
    // A case can be only once in a run. Adding it again is a conflict, which ends the writer.
    const failed = await writeThrough({ kills: 2, withKeys: false }).then(
      () => [],
      (error: Error) => [error.message],
    )
    await kill()
    const { cases } = await inspect(join(machine.folder, 'team.db'))
    found.push(
      ...failed.filter((message) => message.startsWith('409 ')),
      ...duplicatesIn(cases.map(({ name }) => name)),
    )
  }
  expect(found).not.toEqual([])
})
