import type { TestContent } from './test-content.ts'

/** Keeps the texts of tests, up to so many characters together; `cut` says of how many tests not all could be kept. */
export type TextRoom = { keep: (content: TestContent) => TestContent; cut: () => number }

/**
 * Room for the texts of a page, because a run may have gigabytes of them. Of a test for which no room is left, the beginning of the last comment is
 * kept. DECISIONS 472
 */
export const createTextRoom = (most: number): TextRoom => {
  let left = most
  let cut = 0
  return {
    keep: (content) => {
      const size = sizeOf(content)
      if (size <= left) {
        left -= size
        return content
      }
      cut += 1
      const comments = content.comments.slice(-1).map((last) => ({ ...last, content: cutText(last.content, 300) }))
      return { ...content, preconditions: '', steps: [], comments }
    },
    cut: () => cut,
  }
}

/** The beginning of a text, as a text of its own: a slice would keep the whole one in memory. */
export const cutText = (text: string, most: number): string =>
  text.length > most ? `${Buffer.from(text.slice(0, most)).toString()}…` : text

const sizeOf = ({ preconditions, steps, comments }: TestContent): number =>
  preconditions.length +
  steps.reduce((sum, { action, expectation }) => sum + action.length + expectation.length, 0) +
  comments.reduce((sum, { content }) => sum + content.length, 0)
