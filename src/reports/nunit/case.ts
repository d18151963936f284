import { buildMessage } from '../json/outcome-builder.ts'
import { parseSeconds } from '../xml/duration.ts'
import { memberName } from '../xml/member-name.ts'
import type { NunitNode } from './node.ts'
import { type Outcome, outcomeOf } from '../outcome.ts'
import type { Element } from '../xml/index.ts'

/** Returns the outcome of a `<test-case>` in these suites; undefined if its result is not one of NUnit's. */
export const nunitCase = (
  node: NunitNode,
  { suites, report }: { suites: readonly Element[]; report: string },
): Outcome | undefined => {
  const { element, message, text, properties } = node
  const { name = '', classname, duration, time } = element.attributes
  const result = resultOf(node)
  if (!result) return undefined
  const owner = classname || classAround(suites)
  return outcomeOf({
    name: memberName(name, owner),
    suite: suites.flatMap(({ attributes }) => (files.has(attributes['type'] ?? '') ? [] : attributes['name'] || [])),
    classname: owner || undefined,
    result,
    error: result === 'failed' && isError(element),
    messages: result === 'passed' ? [] : buildMessage({ message, text }),
    properties,
    seconds: parseSeconds(duration ?? time),
    report,
    line: element.line,
  })
}

// Version 2.4 has no result yet, but says whether a test was executed and whether it succeeded; some writers only mark failures.
const resultOf = ({ element: { attributes }, fails }: NunitNode): Outcome['result'] | undefined => {
  const { result, executed, success } = attributes
  if (result !== undefined) return results.get(result)
  if (isFalse(executed)) return 'skipped'
  if (fails || isFalse(success)) return 'failed'
  return isTrue(success) || isTrue(executed) ? 'passed' : undefined
}

const isTrue = (value = ''): boolean => value.toLowerCase() === 'true'
const isFalse = (value = ''): boolean => value.toLowerCase() === 'false'

// Version 2 has the class in the name of the test, and the parts of the class as suites.
const classAround = (suites: readonly Element[]): string =>
  suites.flatMap(({ attributes }) => (parts.has(attributes['type'] ?? '') ? attributes['name'] || [] : [])).join('.')

const isError = ({ attributes: { result = '', label = '' } }: Element): boolean =>
  errors.has(result) || errors.has(label)

// A test with a warning, or with an assumption that did not hold, neither passed nor failed: it counts as skipped.
const results = new Map<string, Outcome['result']>([
  ...['Passed', 'Success'].map((word) => [word, 'passed'] as const),
  ...['Failed', 'Failure', 'Error', 'Cancelled', 'NotRunnable', 'Invalid'].map((word) => [word, 'failed'] as const),
  ...['Skipped', 'Ignored', 'Inconclusive', 'Warning'].map((word) => [word, 'skipped'] as const),
])
const errors = new Set(['Error', 'Cancelled', 'NotRunnable', 'Invalid'])

// Suites that stand for a file on the machine where the tests ran.
const files = new Set(['Assembly', 'Project', 'Test Project'])
const parts = new Set(['Namespace', 'TestFixture'])
