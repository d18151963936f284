import { type Queries, spanSizes, type Tables } from '../../table-types.ts'
import type { Flaw } from './finding.ts'

const spanned = [
  ['case_spans', 'cases', 'project_id'],
  ['run_spans', 'runs', 'project_id'],
  ['milestone_spans', 'milestones', 'project_id'],
  ['test_spans', 'tests', 'run_id'],
] as const satisfies [keyof Tables, keyof Tables, string][]

/** Checks that the page index of each list equals its rows. */
export const checkSpans = async (queries: Queries): Promise<Flaw[]> => {
  const findings: Flaw[] = []
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
      })
  }
  return findings
}
