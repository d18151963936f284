import { parseTimeSpan } from '../xml/duration.ts'
import { buildMessage } from '../json/outcome-builder.ts'
import { firstLine } from '../text/first-line.ts'
import type { Drop, Dropped, Taker } from '../report-format.ts'
import { copyText, createInterning } from '../interning.ts'
import { type Outcome, outcomeOf } from '../outcome.ts'
import { createDefinitions } from './definitions.ts'
import { unknown } from '../unknown-result.ts'
import { unseenFailures } from '../unseen-failures.ts'
import type { Attributes, Element, Visitor } from '../xml/index.ts'
import { xmlFormat } from '../xml/format.ts'

/**
 * TRX, the results of Visual Studio and `dotnet test`. The classes of the tests come after the results, so these are held until
 * the end. Each row of a data-driven test is a result; the test itself is not. DECISIONS 46
 */
export const trx = xmlFormat({
  key: 'trx',
  roots: ['TestRun'],
  // CppUnit's root has this name as well.
  looks: ({ begins }) => !/<(?:FailedTests|SuccessfulTests)\b/.test(begins),
  createVisitor: (taker) => visit(taker),
})

const resultElements = new Set([
  'UnitTestResult',
  'TestResult',
  'TestResultAggregation',
  'GenericTestResult',
  'ManualTestResult',
  'WebTestResult',
  'LoadTestResult',
])
const texts = new Set(['Message', 'StackTrace', 'Text', 'Key', 'Value', 'Workitem'])

/** A result that is being read; `rows` counts the results in it, if it is that of a data-driven test. */
type Open = { element: Element; message: string; stack: string; rows: number; failedRows: number }

const visit = ({ report, found, drop: dropOne }: Taker): Visitor => {
  const keep = createInterning()
  const held: { outcome: Outcome; testId: string }[] = []
  const open: Open[] = []
  const definitions = createDefinitions()
  // Entries that say that tests failed; they go to `drop` only if no result failed.
  const doubted: Dropped[] = []
  let failures = 0
  let counted = 0
  let countLine: number | undefined
  let isWhole = true
  const drop: Drop = (dropped) => {
    isWhole = false
    dropOne(dropped)
  }

  const end = (one: Open): void => {
    const { testName: name = '', outcome: status, duration, testId = '' } = one.element.attributes
    const { line } = one.element
    // `Error` is the schema's default.
    const verdict = verdicts.get(status || 'Error')
    const failed = verdict?.result === 'failed'
    const around = open.at(-1)
    if (around) {
      around.rows++
      if (failed) around.failedRows++
    }
    if (one.rows > 0 && (!failed || one.failedRows > 0)) return
    if (!verdict) return drop({ reason: unknown('outcome', status), line, name, isTest: true })
    if (failed) failures++
    const outcome = outcomeOf({
      name,
      suite: open.map(({ element }) => element.attributes['testName'] ?? ''),
      ...verdict,
      messages: verdict.result === 'passed' ? [] : buildMessage({ message: one.message, text: one.stack }),
      seconds: parseTimeSpan(duration),
      report,
      line,
    })
    held.push({ outcome: keep(outcome), testId: copyText(testId) })
  }

  return {
    texts,
    open: (element) => {
      if (resultElements.has(element.name)) open.push({ element, message: '', stack: '', rows: 0, failedRows: 0 })
    },
    close: (element, within) => {
      const { name, text, attributes, line } = element
      const result = open.at(-1)
      if (result?.element === element) {
        open.pop()
        end(result)
      } else if (result && within.at(-1)?.name === 'ErrorInfo') {
        if (name === 'Message') result.message = text.trim()
        else if (name === 'StackTrace') result.stack = text.trim()
      } else if (within.some((one) => one.name === 'TestDefinitions')) definitions.read(element, within)
      else if (name === 'Text' && within.at(-1)?.name === 'RunInfo') {
        const { outcome = '' } = within.at(-1)?.attributes ?? {}
        const trouble = { reason: `results may be missing: ${firstLine(text)}`, line, name: 'the run' }
        if (!troubles.has(outcome) || saysWhatAResultSays.test(text)) return
        if (saysThatTestsFailed.test(text)) doubted.push(trouble)
        else drop(trouble)
      } else if (name === 'ResultSummary' && cutOff.has(attributes['outcome'] ?? ''))
        drop({ reason: `results may be missing: it ended as ${attributes['outcome']}`, line, name: 'the run' })
      else if (name === 'Counters' && within.at(-1)?.name === 'ResultSummary') {
        counted = countOf(attributes)
        countLine = line
      } else if (within.length === 0) {
        for (const { outcome, testId } of held) found(definitions.define(outcome, testId))
        if (failures === 0) doubted.forEach((one) => drop(one))
        if (failures === 0 && isWhole && counted > 0) drop(unseenFailures(counted, countLine))
      }
    },
  }
}

// A test that began and did not end is an error; one that neither passed nor failed counts as skipped.
const failure = { result: 'failed', error: false } as const
const error = { result: 'failed', error: true } as const
const skipped = { result: 'skipped', error: false } as const
const passed = { result: 'passed', error: false } as const
const verdicts = new Map<string, Pick<Outcome, 'result' | 'error'>>([
  ['Passed', passed],
  ['PassedButRunAborted', passed],
  ['Failed', failure],
  ['Error', error],
  ['Timeout', error],
  ['Aborted', error],
  ['Disconnected', error],
  ['InProgress', error],
  ['NotExecuted', skipped],
  ['NotRunnable', skipped],
  ['Inconclusive', skipped],
  ['Pending', skipped],
  ['Warning', skipped],
])

const countOf = (counters: Attributes): number =>
  ['failed', 'error', 'timeout', 'aborted'].reduce((sum, name) => sum + (Number(counters[name]) || 0), 0)

const cutOff = new Set(['Aborted', 'Disconnected', 'InProgress', 'Timeout'])
const troubles = new Set(['Error', ...cutOff])
// xUnit.net repeats each failed test here.
const saysWhatAResultSays = /\[(FAIL|SKIP)\]\s*$/
// Microsoft.Testing.Platform: at least one test failed, and nothing else went wrong.
const saysThatTestsFailed = /^\s*Exit code indicates failure: '2'/
