import { createInterning } from '../interning.ts'
import type { Taker } from '../report-format.ts'
import type { Outcome } from '../outcome.ts'
import { robotTest, secondsOf, type RobotTest } from './test.ts'
import { unknown } from '../unknown-result.ts'
import type { Element, Visitor } from '../xml/index.ts'
import { xmlFormat } from '../xml/format.ts'

/**
 * The output.xml of Robot Framework, of all its versions. A test has the result of its own status; the statuses of its keywords
 * do not count. The teardown of a suite comes after its tests and can still fail them, so they are held until the end.
 */
export const robot = xmlFormat({
  key: 'robot',
  roots: ['robot'],
  createVisitor: (taker) => visit(taker),
})

const texts = new Set(['status', 'tag'])

const visit = ({ report, found, drop }: Taker): Visitor => {
  const keep = createInterning()
  const held: Outcome[] = []
  const suites: Suite[] = []
  let test: RobotTest | undefined

  const endTest = ({ element, ...rest }: RobotTest): void => {
    const outcome = robotTest({ element, ...rest }, { suites: suites.map((suite) => suite.element), report })
    if (outcome) held.push(keep(outcome))
    else
      drop({
        reason: unknown('status', rest.status),
        line: element.line,
        name: element.attributes['name'],
        isTest: true,
      })
  }
  return {
    texts,
    open: (element) => {
      if (element.name === 'suite') suites.push({ element, first: held.length, teardown: '', message: '' })
      else if (element.name === 'test') test = { element, status: '', message: '', seconds: undefined, tags: [] }
    },
    close: (element, within) => {
      const { name, attributes, text } = element
      const [around, parent] = [within.at(-2), within.at(-1)]
      const suite = suites.at(-1)
      if (test && parent === test.element && name === 'status') {
        test.status = attributes['status'] ?? ''
        test.message = text.trim()
        test.seconds = secondsOf(attributes)
      } else if (
        test &&
        name === 'tag' &&
        (parent === test.element || (parent?.name === 'tags' && around === test.element))
      )
        test.tags.push(text.trim())
      else if (test?.element === element) {
        endTest(test)
        test = undefined
      } else if (suite && name === 'status' && parent === suite.element) suite.message = text.trim()
      else if (suite && name === 'status' && around === suite.element && isTeardown(parent))
        suite.teardown = attributes['status'] ?? ''
      else if (suite?.element === element) {
        suites.pop()
        // Rebot has already applied the teardown to the tests that it writes.
        if (!/^rebot/i.test(within[0]?.attributes['generator'] ?? '')) failByTeardown(suite, held)
      } else if (within.length === 0) held.forEach(found)
    },
  }
}

const isTeardown = (element: Element | undefined): boolean =>
  element?.name === 'kw' && /^teardown$/i.test(element.attributes['type'] ?? '')

/** A suite that is being read: the number of tests before it, how its teardown ended, and its message. */
export type Suite = { element: Element; first: number; teardown: string; message: string }

/**
 * Applies the teardown of a suite to the tests in it, in place. The file has them as they ended before; all but the skipped ones
 * fail if it fails, and are skipped if it skips.
 */
export const failByTeardown = ({ first, teardown, message }: Omit<Suite, 'element'>, tests: Outcome[]): void => {
  if (teardown !== 'FAIL' && teardown !== 'SKIP') return
  const [, why = message] = /(?:^|\n)(?:Also )?suite teardown failed:\n([^]*)$/i.exec(message) ?? []
  const told = {
    message: `the teardown of the suite ${teardown === 'FAIL' ? 'failed' : 'skipped it'}: ${why}`,
    text: '',
  }
  for (const test of tests.slice(first)) {
    if (test.result === 'skipped') continue
    test.result = teardown === 'FAIL' ? 'failed' : 'skipped'
    if (test.messages.length < mostMessages) test.messages = [...test.messages, told]
  }
}
// Each suite around a test may have a teardown that fails.
const mostMessages = 10
