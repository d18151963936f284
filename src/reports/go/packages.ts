import { firstLine } from '../text/first-line.ts'
import type { Taker } from '../report-format.ts'
import { endIn, ownOutputOf, write } from './output.ts'
import type { GoEvent } from './event.ts'
import { type Outcome, outcomeOf } from '../outcome.ts'
import { packageFailure } from './package-failure.ts'
import { beginPackage, type GoPackage, parentOf, type GoTest, testIn } from './running.ts'

/** Tracks the running packages and tests while the events of `go test -json` are read. Keeps only these in memory. DECISIONS 566 */
export const createGoPackages = ({ report, found, drop }: Taker) => {
  const packages = new Map<string, GoPackage>()
  // The compiler's first message about each package that it could not build.
  const builds = new Map<string, string>()

  const packageOf = (name: string, line: number): GoPackage => {
    const running = packages.get(name) ?? beginPackage(name, line)
    packages.set(name, running)
    return running
  }
  const endTest = (within: GoPackage, test: GoTest, how: End, seconds?: number): void => {
    // If a test passes, none of its subtests failed, even if the events of some are missing.
    if (how === 'pass') endAll(within, 'pass', (name) => name.startsWith(`${test.name}/`))
    within.tests.delete(test.name)
    const failed = how === 'fail' || how === 'never'
    if (failed) {
      within.failed++
      const parent = parentOf(within, test.name)
      if (parent) parent.failedInside = true
    }
    const failedByItself = failed && !test.failedInside
    if (!test.hasSubtests || failedByItself) found(testOutcome(test, { within, how, seconds, report }))
  }
  // The innermost first, so that a failure inside is known when the test around it ends.
  const endAll = (within: GoPackage, otherwise: End, which: (name: string) => boolean = () => true): void => {
    for (const test of [...within.tests.values()].reverse()) {
      if (which(test.name)) endTest(within, test, endIn(test.output, test.name) ?? otherwise)
    }
  }
  const endPackage = (within: GoPackage, { action, failedBuild }: GoEvent, line: number): void => {
    endAll(within, action === 'pass' ? 'pass' : 'never')
    packages.delete(within.name)
    if (action !== 'fail' || (within.failed > 0 && !failedBuild)) return
    const build = failedBuild ? { message: builds.get(failedBuild) } : undefined
    drop({ reason: packageFailure(within, build), line, name: within.name })
  }
  // Its end is missing.
  const cutOff = (within: GoPackage): void => {
    endAll(within, 'never')
    packages.delete(within.name)
    if (!within.began) return
    drop({ reason: 'the report ends before this package does', line: within.line, name: within.name || undefined })
  }
  const takeOfBuild = ({ importPath, output }: GoEvent): void => {
    if (!builds.has(importPath) && !output.startsWith('#')) builds.set(importPath, firstLine(output))
  }
  const takeOfPackage = (within: GoPackage, event: GoEvent, line: number): void => {
    if (event.action === 'output') write(within.output, event.output)
    else if (isEnd(event.action)) endPackage(within, event, line)
  }
  const takeOfTest = (within: GoPackage, event: GoEvent, line: number): void => {
    const { action, seconds } = event
    // A test that starts again while it is still running never ended the first time.
    if (action === 'run' && within.tests.has(event.test)) endAll(within, 'never', (name) => name === event.test)
    const test = testIn(within, event.test, line)
    if (action === 'output') write(test.output, event.output)
    else if (action === 'attr') addAttribute(test, event)
    else if (action === 'bench') endTest(within, test, 'pass', seconds)
    else if (isEnd(action)) endTest(within, test, action, seconds)
  }
  return {
    take: (event: GoEvent, line: number): void => {
      if (event.action === 'build-output') return takeOfBuild(event)
      if (event.action === 'build-fail') return
      const running = packages.get(event.package)
      // Another report follows one that was cut off.
      if (event.action === 'start' && running?.began) cutOff(running)
      const within = packageOf(event.package, line)
      within.began ||= event.action === 'start' || event.test !== ''
      if (event.test) takeOfTest(within, event, line)
      else takeOfPackage(within, event, line)
    },
    /** Ends the packages that are still running at the end of the report. */
    end: (): void => {
      for (const within of packages.values()) cutOff(within)
    },
  }
}

/** How a test ends; `never` if its end is missing. */
type End = 'pass' | 'fail' | 'skip' | 'never'

const isEnd = (action: string): action is 'pass' | 'fail' | 'skip' =>
  action === 'pass' || action === 'fail' || action === 'skip'

const resultOf = { pass: 'passed', skip: 'skipped', fail: 'failed', never: 'failed' } as const

const testOutcome = (
  test: GoTest,
  { within, how, seconds, report }: { within: GoPackage; how: End; seconds: number | undefined; report: string },
): Outcome => {
  const text = how === 'pass' ? '' : ownOutputOf(test.output)
  const panicked = how === 'fail' && /^panic: /m.test(text)
  const message = how === 'never' ? { message: 'it began and never ended', text } : { text }
  return outcomeOf({
    name: test.name,
    suite: within.name ? [within.name] : [],
    classname: within.name || undefined,
    result: resultOf[how],
    error: panicked || how === 'never',
    messages: text || how === 'never' ? [message] : [],
    properties: test.properties,
    seconds,
    report,
    line: test.line,
  })
}

const addAttribute = ({ properties }: GoTest, { key, value }: GoEvent): void => {
  if (key && properties.length < mostProperties) properties.push({ name: key, value })
}

const mostProperties = 200
