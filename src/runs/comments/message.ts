import { marker } from '../comment-marker.ts'
import type { RunTest } from '../read.ts'
import type { Message } from '../../reports/outcome.ts'

/**
 * Why a test failed, as the last submission told it in its comment, secrets masked; undefined where it told nothing, or
 * where the comments were not read.
 */
export const messageInComment = ({ remarks }: Pick<RunTest, 'remarks'>): Message | undefined => {
  const lines = remarks.at(-1)?.content.trimEnd().split('\n') ?? []
  if (lines.at(-1)?.endsWith(marker)) lines.pop()
  const head = lines.findIndex((line) => lastOfHead.test(line) && failed.test(line))
  const text = lines
    .slice(head + 1)
    .join('\n')
    .trim()
  if (head < 0 || text === '') return undefined
  return { message: text.split('\n', 1)[0] ?? '', text }
}

// The line that begins each of the results in a comment: `Login › pays — failed (report.xml:5)`.
const failed = / — failed( with an error)?( \(.*\))?$/s
// Looked at first: else each ` — failed (` of a long line would be followed to its end.
const lastOfHead = /(?:failed|error|\))$/
