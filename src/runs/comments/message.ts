import { marker } from '../comment-marker.ts'
import type { RunTest } from '../read.ts'
import type { Message } from '../../reports/outcome.ts'

/**
 * Extracts why a test failed from the comment of the last submission, with secrets masked; undefined if the
 * comment has no message of a failure, or if the comments were not read.
 */
export const messageInComment = ({ remarks }: Pick<RunTest, 'remarks'>): Message | undefined => {
  const lines = remarks?.at(-1)?.content.trimEnd().split('\n') ?? []
  if (lines.at(-1)?.endsWith(marker)) lines.pop()
  const head = lines.findIndex((line) => lastOfHead.test(line) && failed.test(line))
  const text = lines
    .slice(head + 1)
    .join('\n')
    .trim()
  if (head < 0 || text === '') return undefined
  return { message: text.split('\n', 1)[0] ?? '', text }
}

/**
 * Returns the lines of a text of `messageInComment` that come from failures. Leaves out the headings of further
 * results, which name their reports, and the messages of results that did not fail.
 */
export const linesOfFailures = (text: string): string[] => {
  let isFailure = true
  return text.split('\n').filter((line) => {
    const result = lastOfAny.test(line) ? any.exec(line)?.[1] : undefined
    if (result !== undefined) isFailure = result.startsWith('failed')
    return result === undefined && isFailure
  })
}

// The heading of each failed result in a comment: `Login › pays — failed (report.xml:5)`.
const failed = / — failed( with an error)?( \(.*\))?$/s
// Tested first: otherwise each ` — failed (` in a long line would be followed to its end.
const lastOfHead = /(?:failed|error|\))$/
// The headings of all results.
const any = / — (failed(?: with an error)?|passed|skipped|flaky: failed first, then passed)(?: \(.*\))?$/s
const lastOfAny = /(?:ed|error|\))$/
