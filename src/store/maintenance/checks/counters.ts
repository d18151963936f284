import { type Queries, resultColumns } from '../../table-types.ts'
import type { Flaw } from './finding.ts'
import { readRows } from '../rows.ts'

/** Checks that the counters of each run equal its tests. */
export const checkCounters = async (queries: Queries): Promise<Flaw[]> => {
  const findings: Flaw[] = []
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
      byRun.set(run_id, { ...byRun.get(run_id), [resultColumns[result]]: Number(rows) })
    for (const run of runs) {
      const wrong = Object.values(resultColumns).filter(
        (column) => run[column] !== (byRun.get(String(run['id']))?.[column] ?? 0),
      )
      if (wrong.length > 0)
        findings.push({
          what: 'counters',
          where: `run ${run['id']}`,
          found: wrong
            .map((column) => `${run[column]} ${column}, but ${byRun.get(String(run['id']))?.[column] ?? 0} tests are`)
            .join('; '),
        })
    }
  }
  return findings
}
