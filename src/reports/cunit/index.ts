import { unseenFailures } from '../unseen-failures.ts'
import type { Taker } from '../report-format.ts'
import { buildMessage, toOutcome } from '../json/outcome-builder.ts'
import type { Outcome } from '../outcome.ts'
import type { Visitor } from '../xml/index.ts'
import { xmlFormat } from '../xml/format.ts'

/**
 * The XML of CUnit's automated interface, which has a record for each failure of a test, one after the other. A suite whose setup or
 * cleanup failed is dropped, and with it those of its tests that did not run. DECISIONS 513
 */
export const cunit = xmlFormat({
  key: 'cunit',
  roots: ['CUNIT_TEST_RUN_REPORT'],
  createVisitor: (taker) => visit(taker),
})

const texts = new Set('SUITE_NAME TEST_NAME FILE_NAME LINE_NUMBER CONDITION FAILURE_REASON TYPE FAILED'.split(' '))

const visit = ({ report, found, drop }: Taker): Visitor => {
  let told: Record<string, string> = {}
  let suite: readonly string[] = []
  let test: Outcome | undefined
  // Whether a failed test or suite explains the failures that the summary counts.
  let isExplained = false
  const end = (): void => {
    if (test) found(test)
    test = undefined
  }
  const add = (hasPassed: boolean, line: number): void => {
    const { TEST_NAME: name = '', FILE_NAME: file, LINE_NUMBER: at, CONDITION: condition } = told
    isExplained ||= !hasPassed
    const messages = buildMessage({ text: [condition, file && `${file}:${at}`].filter(Boolean).join('\n') })
    if (!hasPassed && test?.result === 'failed' && test.name === name) {
      if (test.messages.length < mostMessages) test.messages = [...test.messages, ...messages]
      return
    }
    end()
    test = toOutcome({ name, suite, file, result: hasPassed ? 'passed' : 'failed', messages, report, line })
  }
  return {
    texts,
    open: ({ name }) => {
      if (name === 'CUNIT_RUN_TEST_RECORD' || name === 'CUNIT_RUN_SUMMARY_RECORD') told = {}
    },
    close: ({ name, text, line }) => {
      if (texts.has(name)) told[name] = text.trim()
      if (name === 'SUITE_NAME') {
        end()
        suite = [text.trim()].filter(Boolean)
      } else if (name === 'CUNIT_RUN_TEST_SUCCESS' || name === 'CUNIT_RUN_TEST_FAILURE')
        add(name === 'CUNIT_RUN_TEST_SUCCESS', line)
      else if (name === 'CUNIT_RUN_SUITE_FAILURE') {
        isExplained = true
        drop({
          reason: `failed outside of its tests: ${told['FAILURE_REASON'] ?? 'nothing said'}`,
          line,
          name: suite[0],
        })
      } else if (name === 'CUNIT_RUN_SUMMARY_RECORD') {
        const count = told['TYPE'] === 'Assertions' ? 0 : Number(told['FAILED'])
        if (count > 0 && !isExplained) drop(unseenFailures(count, line))
      } else if (name === 'CUNIT_RESULT_LISTING') end()
    },
  }
}

const mostMessages = 20
