import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createImporting, type Importing } from '../importing.ts'

let there: Importing
beforeEach(async () => {
  there = await createImporting()
})
afterEach(() => there.close())

/** Waits until the service has processed the requests that were in flight when the client was killed. */
const settle = async (): Promise<void> => {
  for (let before = -1; ; await sleep(500)) {
    const { total } = (await there.remote.api.cases.list({ projectId: there.projectId, limit: 1 })).pagination
    if (total === before) return
    before = total
  }
}

test('an import of an export that is killed again and again creates every case once', async () => {
  // Every fifth has the same name as the others of its kind and differs only in its ID. 120 is twice the number that four imports
  // reach before they are killed, each with 16 requests in flight.
  const rows = Array.from({ length: 120 }, (_, at) => `C${at},${at % 5 === 0 ? 'alike' : `case ${at}`},do`)
  await writeFile(join(there.folder, 'export.csv'), `ID,Title,Steps\n${rows.join('\n')}\n`)
  let killed = 0
  for (const at of [1, 5, 9, 17]) {
    let puts = 0
    let child: ReturnType<Importing['start']> | undefined
    there.remote.before = async ({ method }) => {
      if (method === 'PUT' && ++puts === at) child?.kill('SIGKILL')
    }
    child = there.start('export.csv')
    const { signal } = await child
    if (signal === 'SIGKILL') killed += 1
    await settle()
  }
  expect(killed).toBe(4)
  delete there.remote.before
  expect(await there.complete('export.csv')).toMatch(/^\+ \d+ new/)
  const { cases } = await there.remote.api.cases.list({ projectId: there.projectId, limit: 1000 })
  const sources = cases.map(({ customFields }) => String(customFields['source']))
  expect(sources.toSorted()).toEqual(rows.map((_, at) => `csv:export#C${at}`).toSorted())
  expect(await there.complete('export.csv')).toBe('= 120 unchanged\n')
})
