import type { Queries } from '../../table-types.ts'
import type { Flaw } from './finding.ts'

const numbered = [
  ['cases', 'last_case'],
  ['runs', 'last_run'],
  ['tests', 'last_test'],
  ['milestones', 'last_milestone'],
] as const

/** Checks that no displayId is higher than the last one that its project gave, and that none is used twice. */
export const checkNumbers = async (queries: Queries): Promise<Flaw[]> => {
  const findings: Flaw[] = []
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
    for (const { identifier, given, highest: most } of highest)
      findings.push({
        what: 'numbers',
        where: `project ${identifier}`,
        found: `the ${table} go up to ${most}, but the last number given is ${given}`,
      })
    for (const { project_id, display_id } of twice)
      findings.push({
        what: 'numbers',
        where: `project ${project_id}`,
        found: `several of the ${table} have the number ${display_id}`,
      })
  }
  return findings
}
