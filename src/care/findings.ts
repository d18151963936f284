import { type Queries, spanSizes, type Tables } from '../store/tables.ts'
import { readRows } from './rows.ts'

/** Something that ought not to be so in a store: what is wrong, with what, and what to do about it. */
export type Finding = { what: string; where: string; found: string; hint: string }

type Check = { since: number; look: (queries: Queries) => Promise<Finding[]> }

/** What must hold in every store, by the version of the schema that brought it. */
export const checks: readonly Check[] = [
  { since: 1, look: (queries) => checkCounters(queries) },
  { since: 1, look: (queries) => checkNumbers(queries) },
  { since: 1, look: (queries) => checkOwners(queries) },
  { since: 2, look: (queries) => checkSpans(queries) },
]

const restoring = 'restore the last backup: testctl store restore FILE'

/** The counters of a run equal its tests. */
const checkCounters = async (queries: Queries): Promise<Finding[]> => {
  const findings: Finding[] = []
  for await (const runs of readRows(queries, 'runs')) {
    const ids = runs.map(({ id }) => String(id))
    const counted = await queries
      .selectFrom('tests')
      .where('run_id', 'in', ids)
      .groupBy(['run_id', 'result'])
      .select(({ fn }) => ['run_id', 'result', fn.countAll<number>().as('rows')])
      .execute()
    const byRun = new Map<string, Record<string, number>>()
    for (const { run_id, result, rows } of counted)
      byRun.set(run_id, { ...byRun.get(run_id), [columns[result]]: Number(rows) })
    for (const run of runs) {
      const wrong = Object.values(columns).filter(
        (column) => run[column] !== (byRun.get(String(run['id']))?.[column] ?? 0),
      )
      if (wrong.length > 0)
        findings.push({
          what: 'counters',
          where: `run ${run['id']}`,
          found: wrong
            .map((column) => `${run[column]} ${column}, but ${byRun.get(String(run['id']))?.[column] ?? 0} tests are`)
            .join('; '),
          hint: restoring,
        })
    }
  }
  return findings
}

const columns = { untested: 'untested', inProgress: 'in_progress', passed: 'passed', failed: 'failed' } as const

const numbered = [
  ['cases', 'last_case'],
  ['runs', 'last_run'],
  ['tests', 'last_test'],
  ['milestones', 'last_milestone'],
] as const

/** No displayId is beyond the last that its project gave, and none is there twice. */
const checkNumbers = async (queries: Queries): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const [table, last] of numbered) {
    const highest = await queries
      .selectFrom(`${table} as rows` as 'tests as rows')
      .innerJoin('projects', 'projects.id', 'rows.project_id')
      .groupBy(['projects.id', 'projects.identifier', `projects.${last}`])
      .select(({ fn }) => [
        'projects.identifier',
        `projects.${last} as given`,
        fn.max<number>('rows.display_id').as('highest'),
      ])
      .having(({ eb, fn, ref }) => eb(fn.max('rows.display_id'), '>', ref(`projects.${last}`)))
      .execute()
    const twice = await queries
      .selectFrom(table as 'tests')
      .groupBy(['project_id', 'display_id'])
      .select(['project_id', 'display_id'])
      .having(({ eb, fn }) => eb(fn.countAll(), '>', 1))
      .limit(100)
      .execute()
    findings.push(
      ...highest.map(({ identifier, given, highest: most }) => ({
        what: 'numbers',
        where: `project ${identifier}`,
        found: `the ${table} go up to ${most}, but the last number given is ${given}`,
        hint: restoring,
      })),
      ...twice.map(({ project_id, display_id }) => ({
        what: 'numbers',
        where: `project ${project_id}`,
        found: `several of the ${table} have the number ${display_id}`,
        hint: restoring,
      })),
    )
  }
  return findings
}

// What a row says of its project beside what it hangs on; no constraint of the schema holds the two together.
const owned = [
  ['tests', 'run_id', 'runs'],
  ['case_fields', 'case_id', 'cases'],
  ['runs', 'milestone_id', 'milestones'],
] as const

/** Everything is of one project with what it hangs on. */
const checkOwners = async (queries: Queries): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const [table, column, owners] of owned) {
    const { rows } = await queries
      .selectFrom(`${table} as rows` as 'tests as rows')
      .innerJoin(`${owners} as owners` as 'runs as owners', 'owners.id', `rows.${column as 'run_id'}`)
      .whereRef('rows.project_id', '<>', 'owners.project_id')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    if (Number(rows) > 0)
      findings.push({
        what: 'owners',
        where: table,
        found: `${rows} of the ${table} are of another project than what they belong to`,
        hint: restoring,
      })
  }
  return findings
}

const spanned = [
  ['case_spans', 'cases', 'project_id'],
  ['run_spans', 'runs', 'project_id'],
  ['milestone_spans', 'milestones', 'project_id'],
  ['test_spans', 'tests', 'run_id'],
] as const satisfies [keyof Tables, keyof Tables, string][]

/** What is kept of where in a list its rows are equals the rows. */
const checkSpans = async (queries: Queries): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const [table, listed, owner] of spanned) {
    let wrong = 0
    for (const size of Object.values(spanSizes)) {
      const rows = queries
        .selectFrom(listed as 'tests')
        .select(({ eb }) => [
          `${owner as 'run_id'} as owner_id`,
          eb(eb('display_id', '/', eb.lit(size)), '*', eb.lit(size)).as('first'),
        ])
      const counted = queries
        .selectFrom(rows.as('rows'))
        .groupBy(['owner_id', 'first'])
        .select(({ fn }) => ['owner_id', 'first', fn.countAll<number>().as('held')])
      const differing = await queries
        .selectFrom(counted.as('counted'))
        .fullJoin(
          queries
            .selectFrom(table as 'test_spans')
            .selectAll()
            .where('size', '=', size)
            .as('kept'),
          (join) => join.onRef('kept.owner_id', '=', 'counted.owner_id').onRef('kept.first', '=', 'counted.first'),
        )
        .select(({ fn }) => fn.countAll<number>().as('spans'))
        .where(({ eb, fn, ref, lit }) =>
          eb(fn.coalesce('kept.held', lit(0)), '<>', fn.coalesce(ref('counted.held'), lit(0))),
        )
        .executeTakeFirstOrThrow()
      wrong += Number(differing.spans)
    }
    if (wrong > 0)
      findings.push({
        what: 'pages',
        where: listed,
        found: `${wrong} ${wrong === 1 ? 'stretch' : 'stretches'} of the ${listed} are counted wrongly: pages begin at the wrong place`,
        hint: restoring,
      })
  }
  return findings
}
