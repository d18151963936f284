import { displayName } from '../display-name.ts'
import { dedentLines } from '../text/dedent.ts'
import { type Message, type Outcome, outcomeOf, type Property } from '../outcome.ts'
import { diagnose, type Diagnosis } from './diagnosis.ts'
import type { Level } from './levels.ts'
import type { TestPoint } from './line.ts'

/** A test of a TAP report that is being read: its line, the contents of the lines below it, and its subtests if it has any. */
export type TapTest = {
  point: TestPoint
  depth: number
  line: number
  subtests: Level | undefined
  /** Whether the brace at the end of its line may open its subtests; if not, it belongs to the name. */
  mayOpen: boolean
  notes: string[]
  properties: Property[]
  diagnosis: Diagnosis | undefined
}

/** Begins a test from its line. */
export const beginTapTest = (
  point: TestPoint & { note?: string },
  { depth, line, subtests }: Pick<TapTest, 'depth' | 'line' | 'subtests'>,
): TapTest => ({
  depth,
  line,
  subtests,
  point,
  mayOpen: point.opens,
  notes: point.note ? [point.note] : [],
  properties: [],
  diagnosis: undefined,
})

/** Adds the title above a test as a property, unless it is the same as its name. */
export const entitle = (test: TapTest, title: string | undefined): void => {
  if (title && title !== test.point.name) test.properties.push({ name: displayName, value: title })
}

/** Adds a line below a test that is not YAML: `# testctl: WEB-C2`, indented as in a subtest, is a property; others explain a failure. */
export const note = (test: TapTest, text: string): void => {
  const property = text.startsWith(`${' '.repeat(4 * (test.depth + 1))}# `) && /^\s+# ([\w.-]+): (\S.*)$/.exec(text)
  if (property && test.properties.length < mostNotes)
    test.properties.push({ name: property[1] ?? '', value: property[2] ?? '' })
  else if (
    !test.point.ok &&
    !summary.test(text) &&
    !aroundTests.test(text) &&
    /^\s*#|^\s{2}/.test(text) &&
    test.notes.length < mostNotes
  )
    test.notes.push(
      text
        .trimEnd()
        .replace(/^\s*# ?/, '')
        .slice(0, longestNote),
    )
}

/** Adds the YAML block below a test. */
export const addDiagnostics = (test: TapTest, lines: readonly string[]): void => {
  test.diagnosis = diagnose(lines)
}

/**
 * Returns the outcome of a test. A test with subtests has none (undefined), because they count instead, unless it fails although no
 * subtest did, or for a reason of its own. A suite of Node.js without tests counts itself. `hasVersion`: the report has a version
 * line; the runners that may skip a test which is not ok write one (Node.js, tap). DECISIONS 465
 */
export const endTapTest = (
  { point, line, subtests, mayOpen, notes, properties, diagnosis }: TapTest,
  { suite, report, hasVersion }: { suite: readonly string[]; report: string; hasVersion: boolean },
): { outcome: Outcome; isTest: boolean } | undefined => {
  const { ok, seconds } = point
  const isTitle =
    !ok && (isOfBats(notes, diagnosis) || (!hasVersion && point.name !== '' && point.directive?.word === 'skip'))
  const directive = isTitle ? null : point.directive
  const name = point.name || (directive ? titleOfSkip(point) : '')
  const result = directive ? 'skipped' : ok ? 'passed' : 'failed'
  const cause = diagnosis?.cause
  const ownFailure = result === 'failed' && (subtests?.failed === 0 || (cause ? cause !== 'subtestsFailed' : false))
  if (subtests && subtests.tests > 0 && !ownFailure) return undefined
  const message = result === 'passed' ? undefined : saidOf({ directive, diagnosis, notes })
  const type = message?.type ?? ''
  return {
    isTest: diagnosis?.kind !== 'suite',
    outcome: outcomeOf({
      name: (point.opens && mayOpen && !subtests ? `${name} {` : name) || (subtests?.suite.at(-1) ?? ''),
      suite,
      file: diagnosis?.file,
      result,
      error: type.endsWith('Error') && !/assert|expect/i.test(type),
      messages: message && (message.message || message.type || message.text) ? [message] : [],
      properties: diagnosis ? [...properties, ...diagnosis.properties] : properties,
      seconds: diagnosis?.seconds ?? seconds,
      report,
      line,
    }),
  }
}

// Whether bats wrote the message about a failed test, by its beginning. bats has no TODO, and what it skips is always ok. DECISIONS 465
const isOfBats = (notes: readonly string[], diagnosis: Diagnosis | undefined): boolean =>
  /^\((?:in test file|from function) /.test(diagnosis?.message()?.message ?? notes[0] ?? '')

// DECISIONS 469: busted, lab and cmocka write the title of a skipped test in place of the reason. A place in the source is not a title.
const titleOfSkip = ({ ok, directive, dashed, number }: TestPoint): string => {
  const text = directive?.reason ?? ''
  const isApart = dashed || (!ok && directive?.word === 'skip')
  return (isApart && !/^\S+:\d+: /.test(text)) || text.startsWith(`(${number}) `) ? text : ''
}

const saidOf = ({
  directive,
  diagnosis,
  notes,
}: Pick<TapTest, 'diagnosis' | 'notes'> & Pick<TestPoint, 'directive'>): Message => {
  if (directive) return { message: directive.reason, text: '' }
  return diagnosis?.message() ?? { text: dedentLines(notes).join('\n').trim() }
}

const summary = /^# (?:tests|pass|fail|skip|todo|suites|cancelled|skipped|time|duration_ms|ok)\b/
// What GLib writes around the tests of a folder of paths.
const aroundTests = /^# (?:Start|End) of .* tests$/
const mostNotes = 200
const longestNote = 1000
