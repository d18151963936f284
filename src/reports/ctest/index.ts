import { parseSeconds } from '../xml/duration.ts'
import type { Taker } from '../report-format.ts'
import type { Outcome } from '../outcome.ts'
import { buildMessage, tagsOf, toOutcome } from '../json/outcome-builder.ts'
import { unknown } from '../unknown-result.ts'
import type { Element, Visitor } from '../xml/index.ts'
import { xmlFormat } from '../xml/format.ts'

/** The Test.xml of CTest. A test that CTest should have run but could not is an error, as CTest counts it. */
export const ctest = xmlFormat({
  key: 'ctest',
  roots: ['Site'],
  // CTest's files about builds, configurations and notes have the same root.
  looks: ({ begins }) => /<Testing\b/.test(begins),
  createVisitor: (taker) => visit(taker),
})

const texts = new Set(['Name', 'Path', 'Value', 'Label'])

/** A test that is being read, with its measurements by name, and its output. */
type Test = {
  element: Element
  name: string
  path: string
  labels: string[]
  measured: Record<string, string>
  output: string
}

const visit = ({ report, found, drop }: Taker): Visitor => {
  let test: Test | undefined
  const end = (one: Test): void => {
    const outcome = outcomeOf(one, report)
    const { line, attributes } = one.element
    if (outcome) found(outcome)
    else drop({ reason: unknown('status', attributes['Status']), line, name: one.name, isTest: true })
  }
  return {
    texts,
    tails: new Set(['Value']),
    open: (element) => {
      // The elements in the list of tests have this name too, but no status.
      if (element.name === 'Test' && element.attributes['Status'] !== undefined)
        test = { element, name: '', path: '', labels: [], measured: {}, output: '' }
    },
    close: (element, within) => {
      if (!test) return
      const { name, text, attributes } = element
      const parent = within.at(-1)
      if (element === test.element) {
        end(test)
        test = undefined
      } else if (name === 'Label') test.labels.push(text.trim())
      else if (name === 'Name' && parent === test.element) test.name = text.trim()
      else if (name === 'Path' && parent === test.element) test.path = text.trim()
      else if (name === 'Value' && parent?.name === 'NamedMeasurement')
        test.measured[parent.attributes['name'] ?? ''] = text.trim()
      else if (name === 'Value' && parent?.name === 'Measurement' && attributes['encoding'] === undefined)
        test.output = text.trim()
    },
  }
}

const outcomeOf = ({ element, name, path, labels, measured, output }: Test, report: string): Outcome | undefined => {
  const completion = measured['Completion Status'] ?? ''
  const status = element.attributes['Status'] ?? ''
  const result = status === 'notrun' && wanted.test(completion) ? 'skipped' : results.get(status)
  if (!result) return undefined
  const [code = '', value] = [measured['Exit Code'], measured['Exit Value']]
  const ended = status === 'notrun' ? completion : [code, value && `(exit value ${value})`].filter(Boolean).join(' ')
  return toOutcome({
    name,
    suite: path === '' || path === '.' ? [] : [path.replace(/^\.\//, '')],
    result,
    error: status === 'notrun' || (code !== '' && code !== 'Failed'),
    messages: buildMessage({ message: ended, text: output }),
    properties: tagsOf(labels),
    seconds: parseSeconds(measured['Execution Time']),
    report,
    line: element.line,
  })
}

const results = new Map<string, Outcome['result']>([
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['notrun', 'failed'],
])

// DECISIONS 94: the test was disabled, or skipped itself; any other test that did not run should have run.
const wanted = /^(?:Disabled$|SKIP_)/
