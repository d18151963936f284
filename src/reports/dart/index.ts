import { firstLine } from '../text/first-line.ts'
import type { Taker } from '../report-format.ts'
import { jsonFields } from '../json/value.ts'
import { lineFormat, type LineReader } from '../text/format.ts'
import { createDartTests } from './tests.ts'
import { parseOfOthers } from '../../system/json/parse.ts'

/**
 * The events of `dart test --reporter json` and `flutter test --machine`. A test can fail after it has ended, so the results
 * are held until the end. Loading a file, setUpAll and tearDownAll are not tests: if they fail, they are dropped.
 */
export const dart = lineFormat({
  key: 'dart',
  recognises: ({ root, begins }) => root === undefined && isStart.test(begins),
  createReader: (taker) => readDart(taker),
})

const isStart = /^(?=\{.*"protocolVersion":\s*")(?=.*"type":\s*"start").*\}\r?$/m

const readDart = (taker: Taker): LineReader => {
  const tests = createDartTests(taker)
  let line = 0
  return {
    line: (text, at) => {
      line = at
      // Flutter writes JSON lists of its own between the events, and tests may write anything.
      if (!text.startsWith('{')) return
      let event: unknown
      try {
        event = parseOfOthers(text)
      } catch {
        return taker.drop({ reason: `this line is no event of a test: ${firstLine(text)}`, line: at })
      }
      tests.take(jsonFields(event), at)
    },
    end: () => tests.end(line),
  }
}
