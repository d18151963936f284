import type { Queries } from '../../table-types.ts'
import type { Flaw } from './finding.ts'

// A row and its owner each name their project; no constraint of the schema keeps the two equal.
const owned = [
  ['tests', 'run_id', 'runs'],
  ['case_fields', 'case_id', 'cases'],
  ['runs', 'milestone_id', 'milestones'],
] as const

/** Checks that every row is in the same project as its owner. */
export const checkOwners = async (queries: Queries): Promise<Flaw[]> => {
  const findings: Flaw[] = []
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
        found: `${rows} of the ${table} belong to another project than their parent`,
      })
  }
  return findings
}
