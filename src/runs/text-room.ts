import type { TestContent } from './test-content.ts'

/** Keeps the texts of tests up to a number of characters in all; `cut` counts the tests whose texts did not all fit. */
export type TextRoom = { keep: (content: TestContent, id: string) => TestContent; cut: () => number }

/**
 * Limits the texts of a page to `most` characters, because a run may have gigabytes of them. If a test does not fit, only the
 * beginning of its last comment is kept. A list that changes is read again: a test that comes again counts once. DECISIONS 472
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

/** Returns the beginning of a text as a copy: a slice would keep the whole text in memory. */
export const cutText = (text: string, most: number): string =>
  text.length > most ? `${Buffer.from(text.slice(0, most)).toString()}…` : text

const sizeOf = ({ preconditions, steps, comments }: TestContent): number =>
  preconditions.length +
  steps.reduce((sum, { action, expectation }) => sum + action.length + expectation.length, 0) +
  comments.reduce((sum, { content }) => sum + content.length, 0)
