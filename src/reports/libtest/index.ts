import { firstLine } from '../text/first-line.ts'
import type { Taker } from '../report-format.ts'
import { type Fields, jsonFields, jsonSeconds, jsonText } from '../json/value.ts'
import { unknown } from '../unknown-result.ts'
import { unseenFailures } from '../unseen-failures.ts'
import { lineFormat, type LineReader } from '../text/format.ts'
import { buildMessage, toOutcome } from '../json/outcome-builder.ts'
import { parseOfOthers } from '../../system/json/parse.ts'
import type { Outcome } from '../outcome.ts'
import { rustNameOf } from './name.ts'

/**
 * The events of Rust's own harness, `cargo test -- -Z unstable-options --format json`: a suite for each test crate, without its name.
 * DECISIONS 511
 */
export const libtest = lineFormat({
  key: 'libtest',
  recognises: ({ root, begins }) => root === undefined && isStart.test(begins),
  createReader: (taker) => readLibtest(taker),
})

// Cargo's own lines may come before it.
const isStart = /^\{ ?"type": ?"suite", ?"event": ?"(?:started|discovery)"/m

const anEvent = /\{ ?"type": ?"(?:suite|test|bench)"/

const readLibtest = ({ report, found, drop }: Taker): LineReader => {
  // The running tests of the open suite, with the lines where they began.
  const running = new Map<string, number>()
  let isOpen = false
  let failures = 0
  let last = 0
  const end = (line: number, counted: unknown): void => {
    for (const [name, began] of running)
      found(toOutcome({ ...rustNameOf(name), result: 'failed', error: true, messages: unended, report, line: began }))
    if (isOpen && counted === undefined)
      drop({ reason: 'results may be missing: a suite of tests did not end', line, name: 'the run' })
    else if (Number(counted) > 0 && failures + running.size === 0) drop(unseenFailures(Number(counted), line))
    running.clear()
    failures = 0
    isOpen = false
  }
  const takeSuite = ({ event, failed }: Fields, line: number): void => {
    if (event === 'started') {
      end(line, undefined)
      isOpen = true
    } else if (event === 'ok' || event === 'failed') end(line, failed ?? 0)
  }
  const takeTest = (test: Fields, line: number): void => {
    const { type } = test
    const name = jsonText(test['name']) ?? ''
    const event = type === 'bench' ? 'ok' : jsonText(test['event'])
    if (event === 'started') return void running.set(name, line)
    // A test that takes more than a minute has a timeout event, and goes on.
    if (event === 'timeout' || event === 'discovered') return
    running.delete(name)
    const result = results.get(event ?? '')
    if (!result) return drop({ reason: unknown('event', event), line, name, isTest: true })
    if (result === 'failed') failures++
    found(
      toOutcome({
        ...rustNameOf(name),
        result,
        messages: buildMessage({
          message: jsonText(test['message'] ?? test['reason']),
          text: jsonText(test['stdout']),
        }),
        seconds: jsonSeconds(test['exec_time'], 1),
        report,
        line,
      }),
    )
  }
  return {
    line: (text, at) => {
      last = at
      // Cargo writes lines of its own between the events. With --nocapture so do the tests, with braces too, and even before an event on
      // its line.
      const start = text.search(anEvent)
      if (start < 0) return
      let event: Fields
      try {
        event = jsonFields(parseOfOthers(text.slice(start)))
      } catch {
        return drop({ reason: `this line is no event of a test: ${firstLine(text)}`, line: at })
      }
      if (event['type'] === 'suite') takeSuite(event, at)
      else if (event['type'] === 'test' || event['type'] === 'bench') takeTest(event, at)
    },
    end: () => end(last, undefined),
  }
}

const unended = [{ message: 'it began and never ended', text: '' }]

const results = new Map<string, Outcome['result']>([
  ['ok', 'passed'],
  ['failed', 'failed'],
  ['ignored', 'skipped'],
])
