import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Request } from '../../../../src/wire/message.ts'
import { createImporting, type Importing } from '../importing.ts'

// Creates that a proxy delivers only after their client was killed and the next import has finished.

let there: Importing
beforeEach(async () => {
  there = await createImporting()
})
afterEach(() => there.close())

/** Starts an import and kills it once `count` creates are sent. Returns these requests; the service has not carried them out. */
const killWith = async (count: number, path: string): Promise<Request[]> => {
  const held: Request[] = []
  let resolve: () => void = () => undefined
  const killed = new Promise<void>((resolveIt) => {
    resolve = resolveIt
  })
  let child: ReturnType<Importing['start']> | undefined
  there.remote.before = async (request) => {
    if (request.method !== 'PUT') return undefined
    if (held.push(request) === count) {
      child?.kill('SIGKILL')
      resolve()
    }
    await killed
    return { status: 503, headers: {}, body: '' }
  }
  child = there.start(path)
  expect((await child).signal).toBe('SIGKILL')
  delete there.remote.before
  return held
}

const arrive = async ({ method, path, headers, body }: Request): Promise<void> => {
  const { 'x-api-key': apiKey = '', 'idempotency-key': idempotencyKey = '' } = headers
  const sent = { 'x-api-key': apiKey, 'idempotency-key': idempotencyKey, 'content-type': 'application/json' }
  const { status } = await fetch(`${there.remote.url}${path}`, { method, headers: sent, body: body ?? null })
  expect(status).toBe(200)
}

const names = async () => {
  const { cases } = await there.remote.api.cases.list({ projectId: there.projectId, limit: 1000 })
  return cases.map(({ name, displayId }) => `WEB-C${displayId} ${name}`)
}

const write = async (file: string, name: string) =>
  writeFile(join(there.folder, 'cases', file), `# ${name}\n\n## Steps\n\n1. do\n   **Expected:** done\n`)

test('creates that arrive after the next import are no second cases', async () => {
  await write('a.md', 'alike')
  await write('b.md', 'alike')
  const held = await killWith(2, 'cases')
  expect(await there.complete('cases')).toBe('+ 2 new  = 0 unchanged\n')
  for (const request of held) await arrive(request)
  expect((await names()).toSorted()).toEqual(['WEB-C1 alike', 'WEB-C2 alike'])
  expect(await there.complete('cases')).toBe('= 2 unchanged\n')
})

test('of creates that say the same, the one that arrived stays with its file', async () => {
  await write('a.md', 'alike')
  await write('b.md', 'alike')
  const held = await killWith(2, 'cases')
  await arrive(held[1]!)
  await there.complete('cases')
  await arrive(held[0]!)
  expect((await names()).toSorted()).toEqual(['WEB-C1 alike', 'WEB-C2 alike'])
  const texts = await Promise.all(['a.md', 'b.md'].map((file) => readFile(join(there.folder, 'cases', file), 'utf8')))
  expect(new Set(texts.map((text) => /^case: (.*)$/m.exec(text)?.[1])).size).toBe(2)
})

test('nor are those of a file of another system', async () => {
  await writeFile(join(there.folder, 'export.csv'), 'ID,Title,Steps\nC1,one,do\n')
  const held = await killWith(1, 'export.csv')
  await there.complete('export.csv')
  for (const request of held) await arrive(request)
  expect(await names()).toEqual(['WEB-C1 one'])
})

test('what was sent stays known while the service cannot be reached', async () => {
  await write('a.md', 'one')
  const held = await killWith(1, 'cases')
  there.remote.before = async ({ method }) =>
    method === 'PUT' ? { status: 403, headers: {}, body: '{"message":"not now"}' } : undefined
  expect((await there.start('cases')).exitCode).not.toBe(0)
  delete there.remote.before
  await there.complete('cases')
  for (const request of held) await arrive(request)
  expect(await names()).toEqual(['WEB-C1 one'])
})
