import { caseTextsOf, textAsSent } from '../contract/case-texts.ts'
import type { Test } from '../contract/models.ts'
import { timeOf } from '../output/text/time.ts'

/** The parts of a test that a report shows besides its result. */
export type TestContent = {
  /** The identifier of its case. */
  case: string | undefined
  /** The section of the project that its case belongs to, such as `Shop › Cart`; empty if it is in none. */
  section: string
  preconditions: string
  steps: readonly { action: string; expectation: string }[]
  /** All comments on it, the earliest first. */
  comments: readonly TestComment[]
}

/** A comment; `at` in milliseconds since 1970. */
export type TestComment = { by: string; at: number | undefined; content: string }

/** How much to keep of the contents of tests: everything of every test if `full`; `keep` can reduce each. */
export type Contents = { full: boolean; keep?: (content: TestContent, id: string) => TestContent }

/**
 * Returns the content of a test. Unless `full`, a test that passed or has not begun keeps only its section: most
 * of ten thousand tests pass, and readers look at the others.
 */
export const testContentOf = (
  test: Test,
  { caseIdentifier, full, keep = (content) => content }: Contents & { caseIdentifier: string | undefined },
): TestContent => {
  const isTold = full || test.result === 'failed' || test.result === 'inProgress'
  const { preconditions, steps } = isTold ? caseTextsOf(test) : nothing
  return keep(
    {
      case: caseIdentifier,
      section: sectionOf(test),
      preconditions,
      steps,
      comments: isTold ? commentsOf(test) : [],
    },
    test.id,
  )
}

const nothing = { preconditions: '', steps: [] }

const commentsOf = ({ comments = [] }: Test): TestComment[] =>
  comments
    .map(({ createdBy, createdAt, content }) => ({ by: textAsSent(createdBy), at: timeOf(createdAt), content }))
    .toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0))

// A case that was written as a file has the field `section`; one that was created from a report has its suites in its name. DECISIONS 193
const sectionOf = ({ name, case: origin }: Test): string => {
  // A service may leave out custom fields. DECISIONS 22
  const fields: Readonly<Record<string, unknown>> | null | undefined = origin?.customFields
  const section = fields?.['section']
  if (typeof section === 'string') return section.trim()
  const end = Math.max(name.lastIndexOf(' › '), name.lastIndexOf(' > '))
  return end < 0 ? '' : name.slice(0, end)
}
