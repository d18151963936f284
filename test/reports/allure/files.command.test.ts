import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readFiles } from '../reading.ts'
import { readFolder, result } from './results.ts'

test('files of one folder are the same report as the folder, and what Allure writes beside them is passed over', async () => {
  const attempt = (more: object) => result({ historyId: 'h', ...more })
  const { folder, outcomes } = await readFolder({
    'a-result.json': attempt({ status: 'failed', stop: 2 }),
    'b-result.json': attempt({ stop: 4 }),
    'c-container.json': { uuid: 'c', children: [] },
    'd-attachment.json': { any: 1 },
    'executor.json': { name: 'CI' },
  })
  expect(outcomes).toMatchObject([{ result: 'passed', flaky: true }])
  for (const typed of [[`${folder}/*.json`], [`${folder}/a-result.json`, `${folder}/b-result.json`]]) {
    const read = await readFiles(typed)
    expect(read.reports).toMatchObject([{ file: folder, format: 'Allure results', passed: 0, flaky: 1 }])
    expect(read.outcomes).toEqual(outcomes)
  }
  const alone = await readFiles([`${folder}/a-result.json`])
  expect(alone.reports).toMatchObject([{ file: `${folder}/a-result.json`, failed: 1 }])
})

test('files that are only called like those of Allure are reports of their own', async () => {
  const { folder } = await readFolder({ 'x-result.json': result() })
  for (const name of ['unit', 'e2e'])
    writeFileSync(join(folder, `${name}-result.json`), '{"results":{"tests":[{"name":"t","status":"passed"}]}}')
  const { reports } = await readFiles([`${folder}/{unit,e2e}-result.json`])
  expect(reports.map(({ format }) => format)).toEqual(['CTRF', 'CTRF'])
  const all = await readFiles([`${folder}/*.json`])
  expect(all.reports).toMatchObject([{ format: 'CTRF' }, { format: 'CTRF' }, { format: 'Allure results', passed: 1 }])
})

test('a result without a history and a stage is one in a pattern, too', async () => {
  const { folder, outcomes } = await readFolder({
    'a-result.json': { uuid: 'a', name: 'a', status: 'passed' },
    'b-result.json': { uuid: 'b', name: 'b', status: 'failed' },
  })
  const read = await readFiles([`${folder}/*.json`])
  expect(read.reports).toMatchObject([{ file: folder, format: 'Allure results', passed: 1, failed: 1 }])
  expect(read.outcomes).toEqual(outcomes)
  expect((await readFiles([`${folder}/b-result.json`])).reports).toMatchObject([{ failed: 1 }])
})

test('results come in the order of their files, whichever is read first', async () => {
  const long = result({ name: 'a', historyId: 'a', statusDetails: { message: 'long '.repeat(200_000) } })
  const { outcomes } = await readFolder({ 'a-result.json': long, 'b-result.json': result({ name: 'b', historyId: 'b' }) })
  expect(outcomes.map(({ name }) => name)).toEqual(['a', 'b'])
})
