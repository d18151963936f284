import { UsageError } from '../errors.ts'
import type { Format } from './formats.ts'
import { begin, end, type Reading, tell } from './junitcase.ts'
import type { Outcome } from './outcome.ts'
import { readXml, type Visitor } from './xml.ts'

const junitRoots: readonly string[] = ['testsuites', 'testsuite']

/** JUnit XML in all its dialects; yields the tests as it comes by them, those of a piece of the file together. */
export const junit: Format = {
  key: 'junit',
  name: 'JUnit XML',
  recognises: ({ root }) => root !== undefined && junitRoots.includes(root),
  read: (source) => readXml(source, createVisitor(source.name)),
}

// The elements in a test whose text is kept.
const told = new Set([
  'failure',
  'error',
  'skipped',
  'flakyFailure',
  'flakyError',
  'rerunFailure',
  'rerunError',
  'property',
])

const createVisitor = (report: string): Visitor<Outcome> => {
  type Open = { name: string; attributes: Readonly<Record<string, string>> }
  const path: Open[] = []
  let finished: Outcome[] = []
  let suite: readonly string[] = []
  let test: Reading | undefined
  let text = ''
  return {
    open: ({ name, attributes, line }) => {
      if (path.length === 0) checkRoot(report, name)
      if (name === 'testsuite' && attributes['name']) suite = [...suite, attributes['name']]
      else if (name === 'testcase') test = begin(attributes, { suite, report, line })
      else if (told.has(name)) text = ''
      path.push({ name, attributes })
    },
    // Surefire puts the text of a rerun into an element of its own, beside the output.
    wantsText: () => {
      const inner = path.at(-1)?.name ?? ''
      return test !== undefined && (told.has(inner) || (inner === 'stackTrace' && told.has(path.at(-2)?.name ?? '')))
    },
    text: (piece) => {
      if (test) text += piece.slice(0, Math.max(0, test.room - text.length))
    },
    close: (name) => {
      const { attributes } = path.pop()!
      if (name === 'testsuite' && attributes['name']) suite = suite.slice(0, -1)
      else if (test && told.has(name)) tell(test, { name, attributes, text })
      else if (test && name === 'testcase') {
        finished.push(end(test))
        test = undefined
      }
    },
    take: () => {
      const taken = finished
      finished = []
      return taken
    },
  }
}

const checkRoot = (report: string, name: string): void => {
  if (!junitRoots.includes(name))
    throw new UsageError(`${report} is not JUnit XML: it begins with <${name}>`, {
      hint: `a JUnit report begins with <${junitRoots.join('> or <')}>`,
    })
}
