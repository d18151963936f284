import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectTo } from '../../src/store/sqlite/connection.ts'
import { worldsAfter } from '../helpers/ground.ts'
import { soak } from '../helpers/soak.ts'
import { createWorld, type World } from '../helpers/world.ts'

// Every report of a real runner, submitted once and by four at the same time. Submitting it again changes nothing.

// The reports beside the repository may not be published. A clone has only its own samples.
const [others, own] = ['../../../shared/reports/', '../reports/samples/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
) as [string, string]
const samples = existsSync(others) ? others : own
const filesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    // Allure writes a folder with a file for each result.
    if (name.startsWith('allure')) return [path]
    return statSync(path).isDirectory() ? filesIn(path) : /\.md$|^expected\.json$/.test(name) ? [] : [path]
  })
// The largest reports take long; only npm run test:soak has them.
const isSmall = (path: string) => soak || statSync(path).size < 500_000
const reports = filesIn(samples)
  .filter(isSmall)
  .map((path): [name: string, path: string] => [relative(samples, path), path])

let world: World
/** Makes a world with an empty run. */
const start = worldsAfter(createWorld, async (made) => {
  await made.type('testctl projects create --name Fo --identifier FO')
  await made.type('testctl runs create -p FO --name R --empty')
})
beforeEach(async () => {
  world = await start()
})
afterEach(() => world.remove())

const submit = async (path: string) => {
  const { stdout, exitCode } = await world.type(
    `testctl runs submit '${path}' --run FO-R1 --create-cases --json --journal none`,
  )
  return { exitCode, summary: (stdout ? JSON.parse(stdout) : undefined) as Summary | undefined }
}
type Summary = { tests: { set: number }; created: object; comments: { written: number } }

/** Reads the names of the cases, and the names of the tests with result and comments. */
const stateOf = () => {
  const path = join(world.folder, 'team.db')
  const connection = connectTo({ label: path, path })
  const [cases, tests] = [namesOfCases, textsOfTests].map((question) => connection.query(question).rows as Row[])
  connection.close()
  return { cases: cases!.map(({ text }) => text), tests: tests!.map(({ text }) => text) }
}
type Row = { text: string }
const namesOfCases = 'select name as text from cases order by name'
const textsOfTests = `
  select name || ': ' || result || ', ' || coalesce(group_concat(content, '|' order by position), '') as text
  from tests left join comments on test_id = tests.id group by tests.id order by text`

const nothing = { tests: { set: 0 }, created: { cases: 0, tests: 0 }, comments: { written: 0 } }

describe('real reports', () => {
  test.for(reports)('%s', async ([, path]) => {
    const together = await Promise.all([submit(path), submit(path), submit(path), submit(path)])
    const codes = new Set(together.map(({ exitCode }) => exitCode))
    expect(codes.size).toBe(1)
    const after = stateOf()
    // No case and no comment exists twice.
    expect(new Set(after.cases).size).toBe(after.cases.length)
    expect(after.tests.filter((one) => one.split('[reported by testctl]').length > 2)).toEqual([])

    const again = await submit(path)
    expect(codes).toEqual(new Set([again.exitCode]))
    if (again.summary) expect(again.summary).toMatchObject(nothing)
    expect(stateOf()).toEqual(after)

    // A single submission has the same effect.
    await world.remove()
    world = await start()
    const [first, second] = [await submit(path), await submit(path)]
    expect(second.exitCode).toBe(first.exitCode)
    if (second.summary) expect(second.summary).toMatchObject(nothing)
    expect(stateOf()).toEqual(after)
  })
})
