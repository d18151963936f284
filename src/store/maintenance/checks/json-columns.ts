import type { Queries } from '../../table-types.ts'
import type { Flaw } from './finding.ts'
import { readRows } from '../rows.ts'
import { isObject } from '../../../system/json/is-object.ts'

const kept = [
  ['cases', 'steps', Array.isArray],
  ['cases', 'custom_fields', isObject],
  ['tests', 'steps', Array.isArray],
] as const

/** Checks that columns of JSON hold JSON of the right type. */
export const checkTexts = async (queries: Queries): Promise<Flaw[]> => {
  const findings: Flaw[] = []
  for (const table of ['cases', 'tests'] as const) {
    const columns = kept.filter(([one]) => one === table)
    for await (const rows of readRows(queries, table))
      for (const row of rows)
        for (const [, column, isRight] of columns)
          if (!isRight(parse(String(row[column]))))
            findings.push({
              what: 'texts',
              where: `${table} ${row['id']}`,
              found: `${column} cannot be read`,
            })
  }
  return findings
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
