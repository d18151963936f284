import { phraseOf, type ResultName } from '../../contract/vocabulary.ts'
import { type Issue, PartialError, type TestctlError, UnknownOutcomeError } from '../../errors.ts'
import { counted } from '../../output/text/count.ts'
import { quoteWord } from '../../system/shell-line.ts'

/** A changed test, and the comments that are left to be written; `error` is that of the first of them. */
export type Unsaid = {
  test: string
  result: ResultName | undefined
  left: readonly string[]
  error: TestctlError
}

/** Returns the error for one changed test whose comment failed or is unknown: partly done (exit 7), for any reason. DECISIONS 149 */
export const missingCommentError = (unsaid: Unsaid): PartialError => {
  const { error } = unsaid
  return new PartialError(sentence(unsaid), {
    hint: error instanceof UnknownOutcomeError ? error.hint : lineFor(unsaid),
    status: error.status,
    cause: error,
  })
}

/** Counts the comments of several tests for the message about the tests: `2 comments not written, 1 comment unknown`. */
export const besides = (
  all: readonly Unsaid[],
): { said: string; issues: Issue[]; lookFirst: string | undefined } | undefined => {
  if (all.length === 0) return undefined
  const unknown = all.filter(({ error }) => error instanceof UnknownOutcomeError)
  const count = all.reduce((sum, { left }) => sum + left.length, 0) - unknown.length
  return {
    said: [
      ...(count > 0 ? [`${counted(count, 'comment')} not written`] : []),
      ...(unknown.length > 0 ? [`${counted(unknown.length, 'comment')} unknown`] : []),
    ].join(', '),
    issues: all.map((one) => ({ path: one.test, message: sentence(one) })),
    lookFirst: unknown[0]?.error.hint,
  }
}

const sentence = ({ test, result, left, error }: Unsaid): string => {
  const which = left.length === 1 ? 'its comment' : `${left.length} of its comments`
  const became = error instanceof UnknownOutcomeError ? `${left.length === 1 ? 'is' : 'are'} unknown` : 'failed'
  return `${test} is ${result ? phraseOf[result] : 'changed'}, but ${which} ${became}: ${error.message}`
}

/** Returns the line that writes the comment, with its text if that can be copied from a line. */
const lineFor = ({ test, left }: Unsaid): string => {
  const [text = ''] = left
  const line = `testctl comments create ${test} --content`
  return left.length === 1 && /^[^\p{C}]{1,200}$/u.test(text)
    ? `${line} ${quoteWord(text)}`
    : `write the same again: ${line} -`
}
