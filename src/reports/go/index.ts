import { firstLine } from '../text/first-line.ts'
import type { Taker } from '../report-format.ts'
import { createGoPackages } from './packages.ts'
import { lineFormat, type LineReader } from '../text/format.ts'
import type { GoEvent } from './event.ts'
import { parseOfOthers } from '../../system/json/parse.ts'

/**
 * The events of `go test -json`, of one package or of many at once. A test with subtests is not a result beside them, unless
 * it fails although they do not. A test that began and never ended failed; a package that was not built, or failed outside of
 * its tests, is dropped with its reason. DECISIONS 47
 */
export const gotest = lineFormat({
  key: 'gotest',
  recognises: ({ root, begins }) => root === undefined && event.test(begins),
  createReader: (taker) => readGoTest(taker),
})

const event =
  /^\{.*"Action":\s*"(?:start|run|pause|cont|pass|bench|fail|output|skip|attr|artifacts|build-output|build-fail)"/m

const readGoTest = (taker: Taker): LineReader => {
  const packages = createGoPackages(taker)
  return {
    line: (text, line) => {
      if (text.startsWith('{')) {
        const read = parseEvent(text)
        if (read) packages.take(read, line)
        else taker.drop({ reason: `this line is no event of go test: ${firstLine(text)}`, line })
      }
      // Older versions of Go write this as a plain line between the events.
      const unbuilt = /^FAIL\s+(\S+) \[(build|setup) failed\]$/.exec(text)
      if (unbuilt) taker.drop({ reason: 'the package was not built', line, name: unbuilt[1] })
    },
    end: () => packages.end(),
  }
}

const parseEvent = (text: string): GoEvent | undefined => {
  let read: Record<string, unknown>
  try {
    read = parseOfOthers(text) as Record<string, unknown>
  } catch {
    return undefined
  }
  const textOf = (key: string): string => (typeof read[key] === 'string' ? read[key] : '')
  const seconds = read['Elapsed']
  const action = textOf('Action')
  return action
    ? {
        action,
        package: textOf('Package'),
        test: textOf('Test'),
        output: textOf('Output'),
        seconds: typeof seconds === 'number' && seconds >= 0 ? seconds : undefined,
        failedBuild: textOf('FailedBuild'),
        importPath: textOf('ImportPath'),
        key: textOf('Key'),
        value: textOf('Value'),
      }
    : undefined
}
