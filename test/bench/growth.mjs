// npm run bench:growth [-- --store postgres://…] [--tests 10000000] [--folder /dev/shm]
// Measures what an answer costs as a run grows from 1,000 tests to --tests, and the list of runs of a project from 10 to 10,000:
// pages at the start, in the middle and at the end, a test and a run by identifier, an update. Runs the service in this process,
// without HTTP, so that nothing hides the store. Ten million tests need 6 GB in --folder, or 7 GB in the database.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'rolldown'

const { values } = parseArgs({
  options: {
    store: { type: 'string' },
    tests: { type: 'string', default: '1000000' },
    folder: { type: 'string', default: tmpdir() },
  },
})
const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(values.folder, 'testctl-growth-'))
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
await build({
  cwd: root,
  input: { store: 'src/store/index.ts', service: 'src/service/index.ts', queries: 'src/store/queries.ts' },
  platform: 'node',
  external: [/^node:/, '@photostructure/sqlite', 'pg'],
  output: { dir: folder, format: 'esm', entryFileNames: '[name].mjs' },
})
const [{ openStore }, { createService }, { statementOf }] = await Promise.all(
  ['store', 'service', 'queries'].map((name) => import(join(folder, `${name}.mjs`))),
)
const store = await openStore(values.store ?? `file:${folder}/team.db`)
const api = createService(store)('bench')
const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]

/**
 * The SQL in which the two engines differ: an id from a letter and a number, and a table of the numbers of a range. The ids are in
 * order, like those of the service (DECISIONS 247); random ones would take an hour to write.
 */
const sql = values.store
  ? {
      id: (letter) => `'${letter}' || lpad(to_hex(n), 35, '0')`,
      range: (from, to) => `generate_series(${from}, ${to}) as numbers (n)`,
    }
  : {
      id: (letter) => `printf('${letter}%035x', n)`,
      range: (from, to) =>
        `(with recursive counting (n) as (select ${from} union all select n + 1 from counting where n < ${to}) select n from counting) as numbers`,
    }
const audit = "'2026-01-01T00:00:00.000Z', 'bench', '2026-01-01T00:00:00.000Z', 'bench'"
let projects = 0

const addProject = async () => {
  const letter = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[projects++]
  const identifier = `GROWN${letter}`
  return {
    letter,
    identifier,
    id: (await api.projects.create({ name: 'Bench', identifier, icon: '', color: '' })).project.id,
  }
}

/** Inserts `count` rows into a list by SQL, in parts, then their page index, and then runs the statements `afterwards`. */
const fill = async ({ table, spans, owner, count, columns, values: row, afterwards }) => {
  const part = 250_000
  for (let from = 1; from <= count; from += part) {
    const range = sql.range(from, Math.min(count, from + part - 1))
    await store.write((queries) =>
      statementOf(queries)(`insert into ${table} (${columns}) select ${row} from ${range}`),
    )
  }
  const held = [1024, 32768].map((size) => {
    const first = `cast(n / ${size} as bigint) * ${size}`
    return `insert into ${spans} (owner_id, size, first, held) select '${owner}', ${size}, ${first}, count(*) from ${sql.range(1, count)} group by ${first}`
  })
  await store.write(async (queries) => {
    for (const statement of [...held, ...afterwards]) await statementOf(queries)(statement)
  })
}

const addTests = async (count) => {
  const project = await addProject()
  const run = (await api.runs.create({ projectId: project.id, name: 'Bench', caseIds: [] })).testRun.id
  await fill({
    table: 'tests',
    spans: 'test_spans',
    owner: run,
    count,
    columns:
      'id, project_id, run_id, case_id, display_id, name, preconditions, steps, assigned_to, result, created_at, created_by, updated_at, updated_by',
    values: `${sql.id(project.letter)}, '${project.id}', '${run}', ${sql.id('c')}, n, 'Test number ' || n, '', '[]', '', 'untested', ${audit}`,
    afterwards: [
      `update runs set total = ${count}, untested = ${count} where id = '${run}'`,
      `update projects set last_test = ${count} where id = '${project.id}'`,
    ],
  })
  return { ...project, run }
}

const addRuns = async (count) => {
  const { id, letter } = await addProject()
  await fill({
    table: 'runs',
    spans: 'run_spans',
    owner: id,
    count,
    columns: 'id, project_id, display_id, name, created_at, created_by, updated_at, updated_by',
    values: `${sql.id(letter)}, '${id}', n, 'Run ' || n, ${audit}`,
    afterwards: [`update projects set last_run = ${count} where id = '${id}'`],
  })
  return id
}

const rounds = 220

/**
 * Returns the median time of each work at each size, in milliseconds. They take turns, so that other load on the machine affects all
 * alike. The first rounds are a warm-up.
 */
const measure = async (sizes) => {
  const timed = sizes.map(({ label, works }) => ({ label, works, times: mapValues(works, () => []) }))
  for (let round = 0; round < rounds; round++)
    for (const { works, times } of timed)
      for (const [name, work] of Object.entries(works)) {
        const began = performance.now()
        await work(round)
        if (round >= 20) times[name].push(performance.now() - began)
      }
  return timed.map(({ label, times }) => ({ label, times: mapValues(times, median) }))
}

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))

/** Returns a function that reads a page of a list. It throws if the page does not have the expected length. */
const page = (list, { count, limit, offset }) => {
  const from = Math.max(0, Math.min(offset, count - limit))
  return async () => {
    const answer = await list({ limit, offset: from })
    const shown = (answer.tests ?? answer.testRuns).length
    if (shown !== Math.min(limit, count)) throw new Error(`a page of ${shown} at ${from} of ${count}`)
  }
}

const pages = (list, count, limit) => ({
  start: page(list, { count, limit, offset: 0 }),
  middle: page(list, { count, limit, offset: Math.floor(count / 2) }),
  end: page(list, { count, limit, offset: count }),
})

/** Prints the times of each size, and their ratio to those of the smallest size. */
const show = (sizes) => {
  const [smallest] = sizes
  for (const { label, times } of sizes) {
    const told = Object.entries(times).map(
      ([name, time]) => `${name} ${time.toFixed(3)} ms (${(time / smallest.times[name]).toFixed(2)} ×)`,
    )
    console.log(`${label.padEnd(16)} ${told.join('   ')}`)
  }
}

const testWorks = ({ identifier, run }, count) => {
  const any = (round) => ({ identifier: `${identifier}-T${1 + ((round * 7919 * 104729) % count)}` })
  return {
    ...pages((asked) => api.tests.list({ testRunId: run, ...asked }), count, 50),
    'a test': (round) => api.tests.get(any(round)),
    'a run': () => api.runs.get({ identifier: `${identifier}-R1` }),
    'an update': async (round) => {
      const { test } = await api.tests.get(any(round))
      await api.tests.update({ testId: test.id, result: test.result === 'passed' ? 'failed' : 'passed' })
    },
  }
}

/** Makes a list of `from` items, one of ten times as many, and so on up to `to`. Returns the works of each. */
const grow = async ({ from, to, noun, works }) => {
  const sizes = []
  for (let count = from; count <= to; count *= 10) sizes.push({ label: `${count} ${noun}`, works: await works(count) })
  return sizes
}

try {
  const tests = await grow({
    from: 1000,
    to: Number(values.tests),
    noun: 'tests',
    works: async (count) => testWorks(await addTests(count), count),
  })
  const runs = await grow({
    from: 10,
    to: 10_000,
    noun: 'runs',
    works: async (count) => {
      const projectId = await addRuns(count)
      return pages((asked) => api.runs.list({ projectId, ...asked }), count, 10)
    },
  })
  // PostgreSQL would do this on its own after a minute.
  if (values.store) await store.write((queries) => statementOf(queries)('analyze'))
  show(await measure(tests))
  show(await measure(runs))
} finally {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
}
