import type { TestContent } from './test-content.ts'

/** Keeps the texts of tests up to a number of characters in all; `cut` counts the tests whose texts did not all fit. */
export type TextRoom = { keep: (content: TestContent, id: string) => TestContent; cut: () => number }

/**
 * Room for the texts of a page, because a run may have gigabytes of them. Of a test for which no room is left, the beginning of the last comment is
 * kept. A list that changes is read again: a test that comes again takes its room once. DECISIONS 472
 */
export const createTextRoom = (most: number): TextRoom => {
  let left = most
  const taken = new Map<string, number>()
  const cut = new Set<string>()
  return {
    keep: (content, id) => {
      const size = sizeOf(content)
      left += taken.get(id) ?? 0
      taken.delete(id)
      cut.delete(id)
      if (size <= left) {
        left -= size
        taken.set(id, size)
        return content
      }
      cut.add(id)
      const comments = content.comments.slice(-1).map((last) => ({ ...last, content: cutText(last.content, 300) }))
      return { ...content, preconditions: '', steps: [], comments }
    },
    cut: () => cut.size,
  }
}

/** The beginning of a text, as a text of its own: a slice would keep the whole one in memory. */
export const cutText = (text: string, most: number): string =>
  text.length > most ? `${Buffer.from(text.slice(0, most)).toString()}…` : text

const sizeOf = ({ preconditions, steps, comments }: TestContent): number =>
  preconditions.length +
  steps.reduce((sum, { action, expectation }) => sum + action.length + expectation.length, 0) +
  comments.reduce((sum, { content }) => sum + content.length, 0)
