import { UsageError } from '../../errors.ts'
import { type Head, unpackerOf } from '../../reports/documents.ts'
import { sourceName } from '../../system/files/text.ts'
import { quoteWord } from '../../system/shell-line.ts'
import { readAzureCsv, isAzureCsv } from './azure/index.ts'
import { isCaseCsv, otherIdentifier } from '../file/csv/header.ts'
import { headerIn } from './csv/table.ts'
import { type CaseSystem, caseSystemNames, caseSystems } from '../systems.ts'
import { type ForeignReader, xmlReading } from './foreign-case.ts'
import { readMapped } from './mapped/index.ts'
import type { ColumnMap } from './mapped/map.ts'
import { isQaseCsv, readQaseCsv } from './qase/csv.ts'
import { readQaseJson } from './qase/json.ts'
import { readTestlink } from './testlink/index.ts'
import { isTestrailCsv, readTestrailCsv } from './testrail/csv.ts'
import { readTestrailXml } from './testrail/xml.ts'
import { isXray, readXray } from './xray/index.ts'
import { readZephyr } from './zephyr/index.ts'

/** The options for opening a file of another system. */
export type ForeignOptions = {
  from?: CaseSystem | undefined
  encoding?: string | undefined
  map?: ColumnMap | undefined
  /** The name of the export, as the user gave it. */
  name?: string | undefined
  /** Loads the reader of feature files, whose parser is larger than all others together. */
  gherkin: () => Promise<typeof import('./gherkin/index.ts')>
}

/** The detected system and format of a file, and its reader. */
export type Recognised = { system: CaseSystem; form: 'XML' | 'JSON' | 'CSV' | 'Gherkin'; read: ForeignReader }

/**
 * Detects the system of a file by its beginning. With `from`, throws a UsageError for a file of another system; `csv` takes any CSV by
 * a map of its columns. Throws a UsageError for a file that no reader takes.
 */
export const recogniseCases = (
  typed: string,
  head: Head,
  { from, map, gherkin }: Pick<ForeignOptions, 'from' | 'map'> & { gherkin: ForeignReader },
): Recognised => {
  refuseOthers(typed, head)
  const name = sourceName(typed)
  const isPlain = head.root === undefined && head.keys === undefined
  if (from === 'csv' || map) {
    if (!isPlain)
      throw new UsageError(`${name} is not CSV`, { hint: 'leave out --map and --from csv: its system is detected' })
    return { system: from ?? 'csv', form: 'CSV', read: readMapped(map) }
  }
  if (from === 'gherkin' || (from === undefined && isGherkin(name, head)))
    return { system: 'gherkin', form: 'Gherkin', read: gherkin }
  const found = candidates(head)
  const chosen = from === undefined ? found[0] : found.find(({ system }) => system === from)
  if (chosen) return chosen
  if (from !== undefined)
    throw new UsageError(`${name} is not an export of ${caseSystemNames[from]} that testctl reads: ${begins(head)}`, {
      hint: found[0]
        ? `it is one of ${caseSystemNames[found[0].system]}: --from ${found[0].system}`
        : 'leave out --from, or read any CSV: --map FILE',
    })
  if (isPlain && isCaseCsv(head.begins))
    throw new UsageError(`${name} has the columns of a CSV that testctl wrote, not of another system`, {
      hint: 'give it a name that ends in .csv, and import it without --to, --source and --report',
    })
  const other = isPlain ? otherIdentifier(head.begins) : undefined
  if (other)
    throw new UsageError(`${name} is a list of ${other.noun} (${other.text}, …), not of cases`, {
      hint: 'cases come from: testctl cases export cases.csv; to make a new case of each row: --from csv',
    })
  if (isPlain && headerIn(head.begins)) return { system: 'csv', form: 'CSV', read: readMapped(undefined) }
  // If the root is known, the reader refuses the DOCTYPE.
  const doctype = head.begins.startsWith('<') ? head.begins.search(/<!DOCTYPE/i) : -1
  if (doctype >= 0)
    throw new UsageError(`${name} has a DOCTYPE in line ${lineAt(head.begins, doctype)}, which testctl does not read`, {
      hint: xmlReading.needsNoDoctype,
    })
  throw new UsageError(`${name} is not an export of test cases that testctl reads: ${begins(head)}`, {
    hint: `it reads ${caseSystems.map((one) => caseSystemNames[one]).join(', ')}`,
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

/** Whether a file is a Gherkin feature, by its name or by its first line that is neither a comment nor a tag. */
const isGherkin = (name: string, { begins: text }: Head): boolean =>
  /\.feature$/i.test(name) || /^(?:[^\S\n]*(?:[#@][^\n]*)?\n)*[^\S\n]*Feature:/.test(text)

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length

const begins = ({ root, begins: text }: Head): string =>
  `it begins with ${root ? `<${root}>` : JSON.stringify(text.slice(0, 20))}`

/** Throws a UsageError for files of other kinds, each with its own hint. */
export const refuseOthers = (typed: string, { begins: text, files, root, keys }: Head): void => {
  const name = sourceName(typed)
  if (files) throw new UsageError(`${name} is a folder, not an export`, { hint: 'name the file in it' })
  if (text === '') throw new UsageError(`${name} is empty`, { hint: 'was the export cut off? export it again' })
  if (text.startsWith('PK\u0003\u0004') || text.startsWith('\ufffd\ufffd\u0011'))
    throw new UsageError(`${name} is an Excel or OpenDocument workbook, which testctl does not read`, {
      hint: 'save it as CSV (UTF-8)',
    })
  const unpacker = unpackerOf(text)
  if (unpacker !== undefined)
    throw new UsageError(`${name} is compressed`, {
      hint:
        typed === '-'
          ? `pipe it through ${unpacker}`
          : `${unpacker} ${quoteWord(typed)}, then import the unpacked file`,
    })
  const wide = wideEncodings.find(([beginning]) => beginning.test(text))
  if (wide) throw new UsageError(`${name} is not UTF-8`, { hint: `name its encoding: --encoding ${wide[1]}` })
  if (text.slice(0, 512).includes('\0'))
    throw new UsageError(`${name} is not a text`, {
      hint: 'an export of test cases is CSV, XML, JSON or a feature file',
    })
  if (isReport({ begins: text, ...(root && { root }), ...(keys && { keys }) }))
    throw new UsageError(`${name} is a report of test results, not of cases`, {
      hint: `results go into a run: testctl runs submit ${quoteWord(typed)} --run <run>`,
    })
}

// UTF-16 without a BOM: in ASCII text every other byte is 0.
const wideEncodings: readonly (readonly [RegExp, string])[] = [
  [/^(?:[^\0]\0){4}/, 'utf-16le'],
  [/^(?:\0[^\0]){4}/, 'utf-16be'],
]

/**
 * Whether a file is a report: of JUnit, whose elements have the names of those of TestLink, or of Playwright, whose suites look like
 * those of Qase. A test of JUnit has a time, a class, an outcome, or nothing but its name; a case of TestLink has none of these.
 * DECISIONS 265
 */
const isReport = ({ root, keys, begins: text }: Head): boolean => {
  if (keys) return keys.has('suites.*.specs') || (keys.has('config') && keys.has('suites'))
  if (root === 'testsuites') return true
  if (root !== 'testsuite' && root !== 'testcase') return false
  // TestLink writes user texts as CDATA, which may look like anything.
  const tags = text.replace(/<!\[CDATA\[[^]*?(?:\]\]>|$)|<!--[^]*?(?:-->|$)/g, '')
  return [
    /<testsuite\s[^<>]*\b(?:tests|failures|errors|skipped|time|timestamp|hostname)=/,
    /<testcase\s[^<>]*\b(?:classname|time|assertions)=/,
    /<testcase\s(?![^<>]*\binternalid=)[^<>]*\/>/,
    /<(?:failure|error|skipped|system-out|system-err)[\s/>]/,
  ].some((pattern) => pattern.test(tags))
}
