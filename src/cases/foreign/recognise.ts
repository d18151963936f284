import { UsageError } from '../../errors.ts'
import type { Head } from '../../reports/documents.ts'
import { readAzureCsv, isAzureCsv } from './azure/index.ts'
import { headerIn } from './csv/table.ts'
import { type System, systemNames, systems } from '../systems.ts'
import { type Reader, xmlReading } from './foreign-case.ts'
import { readMapped } from './mapped/index.ts'
import type { ColumnMap } from './mapped/map.ts'
import { isQaseCsv, readQaseCsv } from './qase/csv.ts'
import { readQaseJson } from './qase/json.ts'
import { readTestlink } from './testlink/index.ts'
import { isTestrailCsv, readTestrailCsv } from './testrail/csv.ts'
import { readTestrailXml } from './testrail/xml.ts'
import { isXray, readXray } from './xray/index.ts'
import { readZephyr } from './zephyr/index.ts'

/** What reads a file: the system that it is from, in which form. */
export type Recognised = { system: System; form: 'XML' | 'JSON' | 'CSV'; read: Reader }

/**
 * Which system a file is from, by its beginning. With a system that was named, a file of another one is a UsageError; `csv` takes
 * any CSV by a map of its columns.
 */
export const recogniseCases = (
  name: string,
  head: Head,
  { from, map }: { from?: System | undefined; map?: ColumnMap | undefined } = {},
): Recognised => {
  refuseOthers(name, head)
  const isPlain = head.root === undefined && head.keys === undefined
  if (from === 'csv' || map) {
    if (!isPlain) throw new UsageError(`${name} is not CSV`, { hint: 'without --map and --from csv it is recognised' })
    return { system: from ?? 'csv', form: 'CSV', read: readMapped(map) }
  }
  const found = candidates(head)
  const chosen = from === undefined ? found[0] : found.find(({ system }) => system === from)
  if (chosen) return chosen
  if (from !== undefined)
    throw new UsageError(`${name} is not an export of ${systemNames[from]} that testctl reads: ${begins(head)}`, {
      hint: found[0]
        ? `it is one of ${systemNames[found[0].system]}: --from ${found[0].system}`
        : 'leave out --from, or read any CSV: --map FILE',
    })
  if (isPlain && headerIn(head.begins)) return { system: 'csv', form: 'CSV', read: readMapped(undefined) }
  // Where the root is known, the reader refuses it.
  const doctype = head.begins.startsWith('<') ? head.begins.search(/<!DOCTYPE/i) : -1
  if (doctype >= 0)
    throw new UsageError(`${name} has a DOCTYPE in line ${lineAt(head.begins, doctype)}, which testctl does not read`, {
      hint: xmlReading.needsNoDoctype,
    })
  throw new UsageError(`${name} is not an export of test cases that testctl reads: ${begins(head)}`, {
    hint: `it reads ${systems.map((one) => systemNames[one]).join(', ')}`,
  })
}

const candidates = ({ root, keys, begins }: Head): Recognised[] => {
  const found: Recognised[] = []
  if (root === 'suite' || root === 'sections') found.push({ system: 'testrail', form: 'XML', read: readTestrailXml })
  if (root === 'testsuite' || root === 'testcases' || root === 'testcase')
    found.push({ system: 'testlink', form: 'XML', read: readTestlink })
  if (root === 'project') found.push({ system: 'zephyr', form: 'XML', read: readZephyr })
  if (keys && isXray(keys)) found.push({ system: 'xray', form: 'JSON', read: readXray })
  if (keys?.has('suites.*.cases') || keys?.has('suites.*.suites'))
    found.push({ system: 'qase', form: 'JSON', read: readQaseJson })
  const header = root === undefined && !keys ? headerIn(begins) : undefined
  if (!header) return found
  if (isQaseCsv(header)) found.push({ system: 'qase', form: 'CSV', read: readQaseCsv })
  if (isAzureCsv(header)) found.push({ system: 'azure', form: 'CSV', read: readAzureCsv })
  if (isTestrailCsv(header)) found.push({ system: 'testrail', form: 'CSV', read: readTestrailCsv })
  return found
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length

const begins = ({ root, begins: text }: Head): string =>
  `it begins with ${root ? `<${root}>` : JSON.stringify(text.slice(0, 20))}`

/** Files that are something else, for each of which there is a better advice. */
const refuseOthers = (name: string, { begins: text, files, root }: Head): void => {
  if (files) throw new UsageError(`${name} is a folder, not an export`, { hint: 'name the file in it' })
  if (text === '') throw new UsageError(`${name} is empty`, { hint: 'was the export cut off? export it again' })
  if (text.startsWith('PK\u0003\u0004') || text.startsWith('\ufffd\ufffd\u0011'))
    throw new UsageError(`${name} is a workbook of a spreadsheet, which testctl does not read`, {
      hint: 'save it as CSV (UTF-8)',
    })
  if ((root === 'testsuite' || root === 'testsuites') && /<testsuites?\s[^>]*\b(tests|failures|errors)=/.test(text))
    throw new UsageError(`${name} is a report of test results, not of cases`, { hint: `testctl runs submit ${name}` })
}
