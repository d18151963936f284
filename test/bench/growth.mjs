// node test/bench/growth.mjs [--store postgres://…] [--tests N]
// What a page of a list costs as the list grows: at its start and at its end, for a run from 1,000 tests to 1,000,000, and
// for a project from 10 runs to 10,000. In the process, without HTTP, so that nothing hides the store.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'rolldown'

const { values } = parseArgs({ options: { store: { type: 'string' }, tests: { type: 'string', default: '1000000' } } })
const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'testctl-growth-'))
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
await build({
  cwd: root,
  input: { store: 'src/store/index.ts', service: 'src/service/index.ts', spans: 'src/service/rows/page-index.ts' },
  platform: 'node',
  external: [/^node:/, '@photostructure/sqlite', 'pg'],
  output: { dir: folder, format: 'esm', entryFileNames: '[name].mjs' },
})
const [{ openStore }, { createService }, { countSpans }] = await Promise.all(
  ['store', 'service', 'spans'].map((name) => import(join(folder, `${name}.mjs`))),
)
const store = await openStore(values.store ?? `file:${folder}/team.db`)
const api = createService(store)('bench')
const at = new Date().toISOString()
const audit = { created_at: at, created_by: 'bench', updated_at: at, updated_by: 'bench' }
const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]

const addProject = async () => {
  const identifier = `B${randomUUID().slice(0, 6).toUpperCase()}`
  return (await api.projects.create({ name: 'Bench', identifier, icon: '', color: '' })).project.id
}

/** Puts rows into a list, and counts them as the service does. */
const fill = async (noun, { ownerId, count, row, after }) => {
  for (let first = 1; first <= count; first += 10_000)
    await store.write(async (queries) => {
      const displayIds = Array.from({ length: Math.min(10_000, count - first + 1) }, (_, next) => first + next)
      for (let from = 0; from < displayIds.length; from += 1000) {
        const rows = displayIds
          .slice(from, from + 1000)
          .map((display_id) => ({ ...row(display_id), display_id, ...audit }))
        await queries.insertInto(noun).values(rows).execute()
      }
      await countSpans(queries, { noun, ownerId }, { displayIds, by: 1 })
      await after?.(queries, displayIds.length)
    })
}

const addTests = async (count) => {
  const project_id = await addProject()
  const run_id = (await api.runs.create({ projectId: project_id, name: 'Bench', caseIds: [] })).testRun.id
  const row = (number) => ({
    id: randomUUID(),
    project_id,
    run_id,
    case_id: `case-${number}`,
    name: `Test number ${number}`,
    preconditions: '',
    steps: '[]',
    assigned_to: '',
    result: 'untested',
  })
  const after = (queries, more) =>
    queries
      .updateTable('runs')
      .set((run) => ({ total: run('total', '+', more), untested: run('untested', '+', more) }))
      .where('id', '=', run_id)
      .execute()
  await fill('tests', { ownerId: run_id, count, row, after })
  return run_id
}

const addRuns = async (count) => {
  const project_id = await addProject()
  const row = (number) => ({ id: randomUUID(), project_id, milestone_id: null, name: `Run ${number}` })
  await fill('runs', { ownerId: project_id, count, row })
  return project_id
}

/** The median time of a page, in milliseconds, at the start and at the end, in turns. */
const measure = async (list, count, limit) => {
  const times = { start: [], end: [] }
  for (let round = 0; round < 220; round++)
    for (const [place, offset] of [
      ['start', 0],
      ['end', Math.max(0, count - limit)],
    ]) {
      const began = performance.now()
      const answer = await list({ limit, offset })
      // The first ones warm up what is to be measured.
      if (round >= 20) times[place].push(performance.now() - began)
      const shown = (answer.tests ?? answer.testRuns).length
      if (shown !== Math.min(limit, count)) throw new Error(`a page of ${shown} at ${offset} of ${count}`)
    }
  return { start: median(times.start), end: median(times.end) }
}

const show = (label, { start, end }, smallest, limit) =>
  console.log(
    `${label.padEnd(28)} start ${start.toFixed(3)} ms   end ${end.toFixed(3)} ms (${(end / start).toFixed(2)} × the start, ` +
      `${(end / smallest).toFixed(2)} × the smallest)   ${((end * 1000) / limit).toFixed(1)} µs a row`,
  )

try {
  let smallest
  for (let count = 1000; count <= Number(values.tests); count *= 10) {
    const testRunId = await addTests(count)
    const seen = await measure((page) => api.tests.list({ testRunId, ...page }), count, 50)
    show(`a page of 50 of ${count} tests`, seen, (smallest ??= seen.start), 50)
  }
  smallest = undefined
  for (let count = 10; count <= 10_000; count *= 10) {
    const projectId = await addRuns(count)
    const seen = await measure((page) => api.runs.list({ projectId, ...page }), count, 10)
    show(`a page of 10 of ${count} runs`, seen, (smallest ??= seen.start), 10)
  }
} finally {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
}
