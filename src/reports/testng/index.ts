import { firstLine } from '../text/first-line.ts'
import type { Taker } from '../report-format.ts'
import { createInterning } from '../interning.ts'
import type { Visitor } from '../xml/index.ts'
import { xmlFormat } from '../xml/format.ts'
import { type TestNgAttempt, type TestMethod, settleAttempts, toAttempt } from './attempts.ts'

/**
 * TestNG's own XML. Each row of a data provider is a result. A retried test is one result, with the messages of its earlier
 * attempts. A configuration method is not a test, and one that failed is dropped.
 */
export const testng = xmlFormat({ key: 'testng', roots: ['testng-results'], createVisitor: (taker) => visit(taker) })

const texts = new Set(['message', 'full-stacktrace', 'value', 'attribute'])

const visit = ({ report, found, drop }: Taker): Visitor => {
  const keep = createInterning()
  const names: string[] = []
  let groups = new Map<string, Set<string>>()
  let attempts: TestNgAttempt[] = []
  let method: TestMethod | undefined

  const endMethod = (one: TestMethod, owner: string | undefined): void => {
    const { attributes, line } = one.element
    const name = attributes['name'] ?? ''
    if (attributes['is-config'] === 'true') {
      if (attributes['status'] === 'FAIL')
        drop({
          reason: `failed outside of its tests: ${firstLine(one.message || one.exception)}`,
          line,
          name: `${owner}.${name}`,
        })
      return
    }
    const tags = [...(groups.get(`${owner}.${name}`) ?? [])]
    const attempt = toAttempt(one, { suite: names.filter(isChosen), owner, tags, report })
    if (typeof attempt === 'string') drop({ reason: attempt, line, name, isTest: true })
    else attempts.push({ ...attempt, outcome: keep(attempt.outcome) })
  }
  return {
    texts,
    open: (element, within) => {
      const { name, attributes } = element
      if (name === 'suite' || name === 'test') names.push(nameOf(attributes['name']))
      if (name === 'suite') groups = new Map()
      else if (name === 'method' && within.at(-1)?.name === 'group') {
        const key = `${attributes['class']}.${attributes['name']}`
        const known = groups.get(key) ?? new Set()
        groups.set(key, known.add(within.at(-1)?.attributes['name'] ?? ''))
      } else if (name === 'test-method')
        method = { element, exception: '', message: '', stack: '', parameters: [], attributes: [] }
    },
    close: (element, within) => {
      const { name, text, attributes } = element
      if (name === 'suite' || name === 'test') names.pop()
      else if (name === 'class') {
        settleAttempts(attempts).forEach(found)
        attempts = []
      } else if (!method) return
      else if (element === method.element) {
        endMethod(method, within.at(-1)?.attributes['name'])
        method = undefined
      } else if (name === 'exception') method.exception = attributes['class'] ?? ''
      else if (name === 'message') method.message = text.trim()
      else if (name === 'full-stacktrace') method.stack = text.trim()
      else if (name === 'value' && method.parameters.length < mostParameters) method.parameters.push(text.trim())
      else if (name === 'attribute' && attributes['name'] && method.attributes.length < mostParameters)
        method.attributes.push({ name: attributes['name'], value: text.trim() })
    },
  }
}

const mostParameters = 100

// The default names of suites and tests say nothing.
const isChosen = (name: string): boolean =>
  !/^(?:(?:Command line|Default|Surefire|Gradle|Ant) (?:suite|test))?$/i.test(name)

// A rerun of failed tests is a suite with a name of its own.
const nameOf = (name = ''): string => /^Failed suite \[(.*)\]$/.exec(name)?.[1] ?? name
