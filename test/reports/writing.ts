import type { Outcome } from '../../src/reports/outcome.ts'

type Written = Pick<
  Outcome,
  'name' | 'suite' | 'classname' | 'file' | 'result' | 'error' | 'flaky' | 'messages' | 'properties' | 'seconds'
>

/** Writes outcomes as JUnit XML: what `readJunit` reads back. */
export const writeJunit = (outcomes: readonly Written[], { indent = '' } = {}): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="all">\n${outcomes.map((one) => writeInSuites(one, one.suite, indent)).join('\n')}\n</testsuites>\n`

const writeInSuites = (outcome: Written, [suite, ...inner]: readonly string[], indent: string): string =>
  suite === undefined
    ? writeCase(outcome, indent)
    : `<testsuite${attribute('name', suite)}>${indent}${writeInSuites(outcome, inner, indent)}${indent}</testsuite>`

const writeCase = (outcome: Written, indent: string): string => {
  const attributes = [
    attribute('name', outcome.name),
    attribute('classname', outcome.classname),
    attribute('file', outcome.file),
    attribute('time', outcome.seconds?.toString()),
  ]
  const properties = outcome.properties.map(
    ({ name, value }) => `<property${attribute('name', name)}${attribute('value', value)}/>`,
  )
  const messages = outcome.messages.map(
    ({ message, type, text }) =>
      `<${elementOf(outcome)}${attribute('message', message)}${attribute('type', type)}>${escape(text)}</${elementOf(outcome)}>`,
  )
  return `<testcase${attributes.join('')}>${indent}<properties>${properties.join('')}</properties>${messages.join(indent)}</testcase>`
}

const elementOf = ({ result, error, flaky }: Written): string =>
  error ? 'error' : result === 'failed' ? 'failure' : result === 'skipped' ? 'skipped' : flaky ? 'flakyFailure' : 'x'

const attribute = (name: string, value: string | undefined): string =>
  value === undefined ? '' : ` ${name}="${escape(value)}"`

const escape = (text: string): string => text.replace(/[&<>"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
