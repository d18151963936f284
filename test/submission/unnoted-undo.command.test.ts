import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SeededRemote, startSeededRemote } from '../helpers/seeded-remote.ts'

// Submissions that set results and could not note it: they were killed, or the answers were lost. DECISIONS 537

let there: SeededRemote
beforeEach(async () => {
  there = await startSeededRemote()
})
afterEach(() => there.close())

/** Submits one result for WEB-T2, and returns the journal. */
const submit = async (report: string): Promise<{ journal: string; exitCode: number }> => {
  await writeFile(join(there.world.folder, 'report.tap'), report)
  const { stdout, exitCode } = await there.type('testctl runs submit report.tap --run WEB-R1 --json')
  return { journal: (JSON.parse(stdout) as { journal: string }).journal, exitCode }
}
const passing = '1..1\nok 1 - logs out\n'
const failing = '1..1\nnot ok 1 - logs out\n'

/** Leaves of a journal what is in it when the process is killed before the first results are noted. */
const kill = async (journal: string): Promise<void> => {
  const lines = (await readFile(journal, 'utf8'))
    .split('\n')
    .filter((line) => !/"did":"(set|comment\w+|end)"/.test(line))
  await writeFile(journal, lines.join('\n').replace(/"pid":\d+/, '"pid":999999999'))
}
const refuseResults = (): void => {
  there.remote.before = async ({ method }) =>
    method === 'POST' ? { status: 400, headers: {}, body: '{"message":"no"}' } : undefined
}
const result = async (): Promise<string> =>
  (await there.world.prints('testctl tests get WEB-T2 --columns result')).trim()

test('a submission that was killed before it noted a result is the one that is undone, not the one before', async () => {
  await submit(passing)
  await kill((await submit(failing)).journal)
  expect(await there.type('testctl runs undo')).toMatchObject({ exitCode: 0 })
  expect(await result()).toBe('passed')
})

test('what somebody set after the kill is left', async () => {
  await kill((await submit(failing)).journal)
  expect(await there.type('testctl tests set WEB-T2 passed')).toMatchObject({ exitCode: 0 })
  expect(await there.type('testctl runs undo')).toMatchObject({ exitCode: 7 })
  expect(await result()).toBe('passed')
})

test('it is found when --resume had nothing left to set, too', async () => {
  await kill((await submit(failing)).journal)
  expect(await there.type('testctl runs submit --resume')).toMatchObject({ exitCode: 0 })
  expect(await there.type('testctl runs undo WEB-R1')).toMatchObject({ exitCode: 0 })
  expect(await result()).toBe('untested')
})

test('one that had changed nothing names the one before, which can then be undone', async () => {
  const { journal: first } = await submit(passing)
  refuseResults()
  await kill((await submit(failing)).journal)
  delete there.remote.before
  const line = `testctl runs undo ${first.replace(/^.*\/|\.ndjson$/g, '')}`
  for (const typed of ['testctl runs undo', 'testctl runs undo', 'testctl runs undo WEB-R1'])
    expect((await there.type(typed)).stdout).toContain(`  unchanged  1\n  earlier    ${line}\n`)
  await there.type(line)
  expect(await result()).toBe('untested')
})

test('a submission whose answers were lost is the one that is undone', async () => {
  await submit(passing)
  let isLost = false
  there.remote.after = ({ method }, response) => {
    isLost ||= method === 'POST'
    return isLost ? { status: 502, headers: {}, body: '' } : response
  }
  expect(await submit(failing)).toMatchObject({ exitCode: 6 })
  delete there.remote.after
  expect(await result()).toBe('failed')
  expect(await there.type('testctl runs undo')).toMatchObject({ exitCode: 0 })
  expect(await result()).toBe('passed')
})

test('a submission whose results were all refused is passed over', async () => {
  await submit(passing)
  refuseResults()
  expect((await submit(failing)).exitCode).not.toBe(0)
  delete there.remote.before
  expect(await there.type('testctl runs undo')).toMatchObject({ exitCode: 0 })
  expect(await result()).toBe('untested')
})
