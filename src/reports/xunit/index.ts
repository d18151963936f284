import { parseSeconds } from '../xml/duration.ts'
import type { Taker } from '../report-format.ts'
import { firstLine } from '../text/first-line.ts'
import { buildMessage } from '../json/outcome-builder.ts'
import { memberName } from '../xml/member-name.ts'
import { type Outcome, outcomeOf, type Property } from '../outcome.ts'
import { unknown } from '../unknown-result.ts'
import type { Element, Visitor } from '../xml/index.ts'
import { xmlFormat } from '../xml/format.ts'

/**
 * The XML of xUnit.net, of all its versions. A failure outside of a test (such as in a fixture's cleanup) is dropped.
 * DECISIONS 46
 */
export const xunit = xmlFormat({
  key: 'xunit',
  roots: ['assemblies', 'assembly'],
  createVisitor: (taker) => visit(taker),
})

const texts = new Set(['message', 'stack-trace', 'reason'])

const visit = ({ report, found, drop }: Taker): Visitor => {
  let properties: Property[] = []
  let told = nothing()
  return {
    texts,
    open: ({ name }) => {
      if (name === 'test') properties = []
      if (name === 'test' || name === 'failure') told = nothing()
    },
    close: (element, within) => {
      const { name, attributes, text, line } = element
      const parent = within.at(-1)
      if (name === 'test') {
        const outcome = outcomeFrom(element, report, { properties, told })
        if (outcome) found(outcome)
        else drop({ reason: unknown('result', attributes['result']), line, name: attributes['name'], isTest: true })
      } else if (name === 'message') told.message = text.trim()
      else if (name === 'stack-trace') told.text = text.trim()
      else if (name === 'reason') told.message ||= text.trim()
      else if (name === 'failure') {
        told.type = attributes['exception-type'] ?? ''
        if (parent && parent.name !== 'test') drop(failedOutside(parent, told.message))
      } else if (name === 'trait' && attributes['name'])
        properties.push({ name: tagOr(attributes['name']), value: attributes['value'] ?? '' })
    },
  }
}

const nothing = () => ({ message: '', type: '', text: '' })

const failedOutside = ({ name, attributes, line }: Element, message: string) => ({
  reason: `failed outside of its tests${attributes['type'] ? ` (${attributes['type']})` : ''}: ${firstLine(message)}`,
  line,
  name: attributes['name'] || name,
})

type Said = { properties: Property[]; told: ReturnType<typeof nothing> }

const outcomeFrom = (
  { attributes, line }: Element,
  report: string,
  { properties, told }: Said,
): Outcome | undefined => {
  const { name = '', type, result = '', time } = attributes
  const verdict = results.get(result)
  return (
    verdict &&
    outcomeOf({
      name: memberName(name, type),
      classname: type || undefined,
      file: attributes['source-file'] || undefined,
      result: verdict,
      messages: verdict === 'passed' ? [] : buildMessage(told),
      properties,
      seconds: parseSeconds(time),
      report,
      line,
    })
  )
}

const results = new Map<string, Outcome['result']>([
  ['Pass', 'passed'],
  ['Fail', 'failed'],
  ['Skip', 'skipped'],
  ['NotRun', 'skipped'],
])

const tagOr = (trait: string): string => (trait === 'Category' ? 'tag' : trait)
