import { expect } from 'vitest'
import { results } from '../../src/contract/vocabulary.ts'
import { connectTo } from '../../src/store/sqlite/connection.ts'
import { openStore } from '../../src/store/index.ts'

/** Checks everything that must hold for a store whatever happened to its writers. Returns its rows. */
export const inspect = async (file: string) => {
  const connection = connectTo({ label: file, path: file })
  expect(connection.query('pragma integrity_check').rows).toEqual([{ integrity_check: 'ok' }])
  expect(connection.query('pragma foreign_key_check').rows).toEqual([])
  connection.close()

  const store = await openStore(`file:${file}`)
  const { projects, cases, runs, tests } = await store.read(async (queries) => ({
    projects: await queries.selectFrom('projects').selectAll().execute(),
    cases: await queries.selectFrom('cases').selectAll().orderBy('display_id').execute(),
    runs: await queries.selectFrom('runs').selectAll().orderBy('display_id').execute(),
    tests: await queries.selectFrom('tests').selectAll().orderBy('display_id').execute(),
  }))
  await store.close()

  for (const run of runs) {
    const own = tests.filter((test) => test.run_id === run.id)
    const [untested, inProgress, passed, failed] = results.map((one) => own.filter((t) => t.result === one).length)
    const { total, in_progress } = run
    expect({ ...run, total, in_progress }).toMatchObject({ total: own.length, untested, passed, failed })
    expect(in_progress).toBe(inProgress)
  }
  return { projects, cases, runs, tests }
}
