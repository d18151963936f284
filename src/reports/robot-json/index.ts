import type { ReportFormat, Taker } from '../report-format.ts'
import { jsonFormat } from '../json/format.ts'
import type { JsonListener } from '../../system/json/scanner.ts'
import { jsonSeconds, jsonText, textsOf } from '../json/value.ts'
import { createInterning } from '../interning.ts'
import { type Outcome, outcomeOf } from '../outcome.ts'
import { failByTeardown } from '../robot/index.ts'
import { resultOf } from '../robot/test.ts'
import { robotMessage } from '../robot/merged.ts'
import { unknown } from '../unknown-result.ts'

/**
 * The output.json of Robot Framework, since version 7. The name of a suite, and a teardown that fails its tests, come after the
 * tests, so these are held until the end.
 */
export const robotJson: ReportFormat = jsonFormat({
  key: 'robot-json',
  recognises: (keys) => keys.has('generator') && (keys.has('suite.suites') || keys.has('suite.tests')),
  createListener: (taker) => listen(taker),
})

/** An open suite: the number of tests before it, and its own fields. */
type Suite = { first: number; name: string; source: string; message: string; teardown: string }
type Told = { [key: string]: unknown }

const listen = ({ report, found, drop }: Taker): JsonListener => {
  const keep = createInterning()
  const held: Outcome[] = []
  const suites: Suite[] = []
  let generator = ''
  let test: Told = {}
  let began: number | undefined

  const endTest = (): void => {
    const { name, status, message, tags, elapsed_time: seconds } = test
    const result = resultOf(jsonText(status) ?? '')
    const messageText = jsonText(message)
    const line = began
    if (result)
      held.push(
        keep(
          outcomeOf({
            name: jsonText(name) ?? '',
            result,
            ...robotMessage(messageText ?? '', result),
            properties: textsOf(tags).map((value) => ({ name: 'tag', value })),
            seconds: jsonSeconds(seconds, 1),
            report,
            line,
          }),
        ),
      )
    else drop({ reason: unknown('status', jsonText(status)), line, name: jsonText(name), isTest: true })
    test = {}
    began = undefined
  }
  const endSuite = ({ first, name, source, message, teardown }: Suite): void => {
    for (const outcome of held.slice(first)) {
      if (name) outcome.suite = [name, ...outcome.suite]
      outcome.file ??= source || undefined
    }
    // Rebot has already applied the teardown to the tests that it writes.
    if (!/^rebot/i.test(generator)) failByTeardown({ first, message, teardown }, held)
  }
  return {
    begins: (path, kind) => {
      if (path === 'generator' || ofTest.test(path) || ofSuite.test(path)) return 'take'
      if (!entered.test(path)) return 'skip'
      if (kind === 'object' && suite.test(path))
        suites.push({ first: held.length, name: '', source: '', message: '', teardown: '' })
      return 'enter'
    },
    takes: (value, path, line) => {
      const inner = suites.at(-1)
      const key = path.slice(path.lastIndexOf('.') + 1)
      if (path === 'generator') generator = jsonText(value) ?? ''
      else if (ofTest.test(path)) {
        began ??= line
        test[key] = value
      } else if (inner && path.endsWith('.teardown.status')) inner.teardown = jsonText(value) ?? ''
      else if (inner && (key === 'name' || key === 'source' || key === 'message')) inner[key] = jsonText(value) ?? ''
    },
    ends: (path) => {
      if (path.endsWith('.tests.*')) endTest()
      else if (suite.test(path)) {
        const ended = suites.pop()
        if (ended) endSuite(ended)
      } else if (path === '') held.forEach(found)
    },
  }
}

const suite = /^suite(?:\.suites\.\*)*$/
const ofSuite = /^suite(?:\.suites\.\*)*\.(?:name|source|message|teardown\.status)$/
const ofTest = /^suite(?:\.suites\.\*)*\.tests\.\*\.(?:id|name|status|message|tags|elapsed_time)$/
const entered = /^(?:|suite(?:\.suites\.\*)*(?:\.(?:suites|teardown|tests|tests\.\*))?)$/
