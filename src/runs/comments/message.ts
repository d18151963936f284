import { marker } from '../comment-marker.ts'
import type { RunTest } from '../read.ts'
import type { Message } from '../../reports/outcome.ts'

/**
 * Why a test failed, as the last submission told it in its comment, secrets masked; undefined where it told nothing, or
 * where the comments were not read.
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
 * The lines of a text of `messageInComment` that failures wrote: without the headings of further results, which name their
 * reports, and without what results say that did not fail.
 */
export const linesOfFailures = (text: string): string[] => {
  let isFailure = true
  return text.split('\n').filter((line) => {
    const result = lastOfAny.test(line) ? any.exec(line)?.[1] : undefined
    if (result !== undefined) isFailure = result.startsWith('failed')
    return result === undefined && isFailure
  })
}

// The line that begins each of the results in a comment: `Login › pays — failed (report.xml:5)`.
const failed = / — failed( with an error)?( \(.*\))?$/s
// Looked at first: else each ` — failed (` of a long line would be followed to its end.
const lastOfHead = /(?:failed|error|\))$/
// The same of any result.
const any = / — (failed(?: with an error)?|passed|skipped|flaky: failed first, then passed)(?: \(.*\))?$/s
const lastOfAny = /(?:ed|error|\))$/
