import { firstLine } from './firstline.ts'
import { begin, end, type Reading, tell } from './junitcase.ts'
import type { Element, Visitor } from './xml.ts'
import { type Taker, xmlFormat } from './xmlformat.ts'

const roots: readonly string[] = ['testsuites', 'testsuite']

/**
 * JUnit XML in all its dialects. What failed in a suite and in none of its tests is dropped, with the suite's name.
 * DECISIONS 45
 */
export const junit = xmlFormat({ key: 'junit', name: 'JUnit XML', roots, createVisitor: (taker) => visit(taker) })

// The elements in a test that say something of it. Surefire puts the text of a rerun into an element of its own.
const told = new Set([
  'failure',
  'error',
  'warning',
  'skipped',
  'flakyFailure',
  'flakyError',
  'rerunFailure',
  'rerunError',
  'property',
])
const texts = new Set([...told, 'stackTrace'])

const visit = ({ report, found, drop }: Taker): Visitor => {
  let suite: readonly string[] = []
  // One, but for the odd report that has tests in a test.
  const tests: Reading[] = []
  return {
    texts,
    open: ({ name, attributes, line }) => {
      if (name === 'testsuite' && attributes['name']) suite = [...suite, attributes['name']]
      else if (name === 'testcase') tests.push(begin(attributes, { suite, report, line }))
    },
    close: (element, within) => {
      const { name, attributes } = element
      const test = tests.at(-1)
      const parent = within.at(-1)
      if (name === 'testsuite' && attributes['name']) suite = suite.slice(0, -1)
      else if (test && told.has(name)) tell(test, element)
      else if (name === 'stackTrace' && parent && told.has(parent.name)) parent.text += element.text
      else if (test && name === 'testcase') found(end(tests.pop() ?? test))
      else if (parent && roots.includes(parent.name) && (name === 'failure' || name === 'error'))
        drop(failedSuite(element, suite))
    },
  }
}

const failedSuite = ({ attributes, text, line }: Element, suite: readonly string[]) => ({
  reason: `failed outside of its tests: ${firstLine(attributes['message'] || text || attributes['type'])}`,
  line,
  name: suite.join(' › ') || 'a suite without a name',
})
