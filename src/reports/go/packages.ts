import { firstLine } from '../text/first-line.ts'
import { endIn, type GoOutput, noOutput, saidIn, statusIn, write } from './output.ts'
import type { GoEvent } from './event.ts'
import type { LineTaker } from '../text/format.ts'
import { outcomeOf, type Property } from '../outcome.ts'

/** The packages and tests that are running while the events of `go test -json` are read. Only these are held. */
export const createGoPackages = ({ report, found, drop }: LineTaker) => {
  const packages = new Map<string, Package>()
  const builds = new Map<string, string>()

  const packageOf = (name: string, line: number): Package => {
    const running = packages.get(name) ?? { name, line, began: false, failed: 0, output: noOutput(), tests: new Map() }
    packages.set(name, running)
    return running
  }
  const testOf = (within: Package, name: string, line: number): Test => {
    const running = within.tests.get(name)
    if (running) return running
    const test: Test = { name, line, failedInside: false, hasSubtests: false, output: noOutput(), properties: [] }
    const parent = parentOf(within, name)
    if (parent) parent.hasSubtests = true
    within.tests.set(name, test)
    return test
  }
  const endTest = (within: Package, test: Test, { end, seconds }: { end: End; seconds?: number | undefined }): void => {
    // A test that passes has no subtest that failed, whatever was missed of them.
    if (end === 'pass') endAll(within, (name) => name.startsWith(`${test.name}/`), 'pass')
    within.tests.delete(test.name)
    const result = end === 'pass' ? 'passed' : end === 'skip' ? 'skipped' : 'failed'
    const parent = parentOf(within, test.name)
    if (result === 'failed' && parent) parent.failedInside = true
    if (result === 'failed') within.failed++
    if (test.hasSubtests && (result !== 'failed' || test.failedInside)) return
    const text = result === 'passed' ? '' : saidIn(test.output)
    const message = end === 'never' ? { message: 'it began and never ended' } : {}
    found(
      outcomeOf({
        name: test.name,
        suite: within.name ? [within.name] : [],
        classname: within.name || undefined,
        result,
        error: end === 'never' || (result === 'failed' && /^panic: /m.test(text)),
        messages: text || end === 'never' ? [{ ...message, text }] : [],
        properties: test.properties,
        seconds,
        report,
        line: test.line,
      }),
    )
  }
  // The innermost first, so that a failure inside is known when what is round it ends.
  const endAll = (within: Package, which: (name: string) => boolean, otherwise: End): void => {
    for (const test of [...within.tests.values()].reverse()) {
      if (which(test.name)) endTest(within, test, { end: endIn(test.output, test.name) ?? otherwise })
    }
  }
  const endPackage = (within: Package, { action, failedBuild }: GoEvent, line: number): void => {
    endAll(within, () => true, action === 'pass' ? 'pass' : 'never')
    packages.delete(within.name)
    if (action !== 'fail' || (within.failed > 0 && !failedBuild)) return
    const problem = failedBuild
      ? builds.get(failedBuild)
      : saidIn(within.output)
          .replace(/^PASS$/m, '')
          .trim() || statusIn(within.output)
    const what = failedBuild || /\[(?:build|setup) failed\]/.test(within.output.first.join(''))
    const reason = what ? 'the package was not built' : 'the package failed outside of its tests'
    drop({ reason: problem ? `${reason}: ${firstLine(problem)}` : reason, line, name: within.name })
  }
  return {
    take: (event: GoEvent, line: number): void => {
      const { action } = event
      if (action === 'build-output') {
        const { importPath, output } = event
        if (!builds.has(importPath) && !output.startsWith('#')) builds.set(importPath, firstLine(output))
        return
      }
      if (action === 'build-fail') return
      const within = packageOf(event.package, line)
      within.began ||= action === 'start' || event.test !== ''
      if (event.test) {
        if (action === 'run' && within.tests.has(event.test)) endAll(within, (name) => name === event.test, 'never')
        const test = testOf(within, event.test, line)
        if (action === 'output') write(test.output, event.output)
        else if (action === 'attr' && event.key && test.properties.length < mostProperties)
          test.properties.push({ name: event.key, value: event.value })
        else if (action === 'pass' || action === 'fail' || action === 'skip')
          endTest(within, test, { end: action, seconds: event.seconds })
        else if (action === 'bench') endTest(within, test, { end: 'pass', seconds: event.seconds })
      } else if (action === 'output') write(within.output, event.output)
      else if (action === 'pass' || action === 'fail' || action === 'skip') endPackage(within, event, line)
    },
    /** Ends what has not ended with the report. */
    end: (): void => {
      for (const within of packages.values()) {
        endAll(within, () => true, 'never')
        if (!within.began) continue
        drop({ reason: 'the report ends before this package does', line: within.line, name: within.name || undefined })
      }
    },
  }
}

type Package = {
  name: string
  line: number
  began: boolean
  failed: number
  output: GoOutput
  tests: Map<string, Test>
}

type Test = {
  name: string
  line: number
  failedInside: boolean
  hasSubtests: boolean
  output: GoOutput
  properties: Property[]
}

const mostProperties = 200

type End = 'pass' | 'fail' | 'skip' | 'never'

// A name may hold slashes of its own, so the nearest that runs is the parent.
const parentOf = ({ tests }: Package, name: string): Test | undefined => {
  for (let at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1)) {
    const parent = tests.get(name.slice(0, at))
    if (parent) return parent
  }
  return undefined
}
