import { UsageError } from '../errors.ts'
import { allure } from './allure/index.ts'
import { cppunit } from './cppunit/index.ts'
import { ctest } from './ctest/index.ts'
import { ctrf } from './ctrf/index.ts'
import { cucumberMessages } from './cucumber-messages/index.ts'
import { cucumber } from './cucumber/index.ts'
import { cunit } from './cunit/index.ts'
import { dart } from './dart/index.ts'
import { doctest } from './doctest/index.ts'
import { gotest } from './go/index.ts'
import { gtest } from './gtest/index.ts'
import { unpackerOf } from './files/packed.ts'
import type { Head } from './sniff.ts'
import { jest } from './jest/index.ts'
import { junit } from './junit/index.ts'
import { libtest } from './libtest/index.ts'
import { meson } from './meson/index.ts'
import { mocha } from './mocha/index.ts'
import { mochawesome } from './mochawesome/index.ts'
import { ndjson } from './ndjson/index.ts'
import { newman } from './newman/index.ts'
import { nunit } from './nunit/index.ts'
import { playwright } from './playwright/index.ts'
import { robotJson } from './robot-json/index.ts'
import { robot } from './robot/index.ts'
import { rspec } from './rspec/index.ts'
import { sonar } from './sonar/index.ts'
import { tap } from './tap/index.ts'
import { testng } from './testng/index.ts'
import { trx } from './trx/index.ts'
import { xunit } from './xunit/index.ts'
import type { ReportFormat } from './report-format.ts'
import { quoteWord } from '../system/shell-line.ts'

/** The formats of reports that testctl reads; the first one that recognises a report reads it. */
export const formats: readonly ReportFormat[] = [
  // One a line.
  junit,
  trx,
  xunit,
  nunit,
  testng,
  robot,
  ctest,
  cppunit,
  cunit,
  doctest,
  sonar,
  ctrf,
  playwright,
  jest,
  mocha,
  mochawesome,
  gtest,
  rspec,
  newman,
  robotJson,
  cucumber,
  cucumberMessages,
  allure,
  gotest,
  libtest,
  dart,
  meson,
  ndjson,
  // The last one, because its lines may be anywhere in a file.
  tap,
]

/**
 * Returns the format of a report: the chosen one, or the first one that recognises its content. Throws a UsageError for an
 * empty file, for a folder that is not a report, and if there is no such format: then the error names the known ones.
 */
export const recognise = (name: string, head: Head, chosen?: string): ReportFormat => {
  const format = chosen === undefined ? formats.find(({ recognises }) => recognises(head)) : findFormat(chosen)
  if (head.files && !format?.recognises(head))
    throw new UsageError(`${name} is a folder, not a report`, {
      hint: `name the files in it: ${quoteWord(`${name}/*.xml`)}`,
    })
  if (!head.begins && !head.files)
    throw new UsageError(`${name} is empty`, { hint: 'did the test run get to its end?' })
  // DECISIONS 531
  if (!format && isBlob.test(head.begins))
    throw new UsageError(`${name} is a blob report of Playwright, which only Playwright reads`, {
      hint: 'merge the blob reports of all shards first: npx playwright merge-reports --reporter=json blob-report > report.json',
    })
  const unpacker = unpackerOf(head.begins)
  if (!format && unpacker !== undefined)
    throw new UsageError(`${name} is compressed`, { hint: `unpack it with ${unpacker}, then name the reports in it` })
  if (!format)
    throw new UsageError(`${name} is not a test report that testctl reads: it begins with ${describe(head)}`, {
      hint: `it reads ${formats.map((one) => one.name).join(', ')}; most test runners write one of them (such as --reporter=junit)`,
    })
  return format
}

// Playwright zips its events, with the attachments before them.
const isBlob = /^(?:\{"method":"onBlobReportMetadata"|PK\x03\x04.{20,40}(?:report\.jsonl|resources\/[0-9a-f]{40}))/s

/**
 * Throws a UsageError for a report without a result if it is not of the chosen format. Refuses a report of no known format, too,
 * unless an entry was dropped with its reason, or it is an empty JSON list or object, such as `[]` of Cucumber. DECISIONS 270
 */
export const checkChosen = (
  name: string,
  { head, chosen, dropped }: { head: Head; chosen: ReportFormat; dropped: number },
): void => {
  if (chosen.recognises(head)) return
  const other = formats.find(({ recognises }) => recognises(head))
  if (!other && (dropped > 0 || nothing.test(head.begins))) return
  throw new UsageError(`${name} is not ${chosen.name}: it begins with ${describe(head)}`, {
    hint: other
      ? `it is ${other.name}: leave --format out, or choose ${other.key}`
      : `name a report that is ${chosen.name}`,
  })
}

const nothing = /^(?:\[\s*\]|\{\s*\})\s*$/

const findFormat = (key: string): ReportFormat => {
  const format = formats.find((one) => one.key === key)
  if (!format)
    throw new UsageError(`there is no format ${JSON.stringify(key)}`, {
      hint: `formats: ${formats.map((one) => one.key).join(', ')}`,
    })
  return format
}

const describe = ({ root, begins }: Head): string =>
  root ? `<${root}>` : JSON.stringify(begins.slice(0, 20)) + (begins.length > 20 ? '…' : '')
