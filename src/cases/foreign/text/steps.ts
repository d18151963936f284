import type { Step } from '../../../contract/models.ts'
import { splitNumbered } from './numbered.ts'

/** What a step does, with the data that it does it with, for which the interface has no place of its own. */
export const withTestData = (action: string, data: string | undefined): string => {
  const text = data?.trim()
  if (!text) return action
  const said = text.includes('\n') ? `Test data:\n${text}` : `Test data: ${text}`
  return action.trim() ? `${action.trimEnd()}\n\n${said}` : said
}

/** The steps in texts that may be numbered, and why they are one step where they are. */
export type TextSteps = { steps: Step[]; whole?: 'numbered otherwise' }

/**
 * The steps of a text and of its expectations. They are parted where their numbers are certain and the same on both sides;
 * else all of it is one step, in which nothing is lost. DECISIONS 174
 */
export const stepsOfText = (actions: string, expectations: string, data = ''): TextSteps => {
  if (!actions.trim() && !expectations.trim() && !data.trim()) return { steps: [] }
  const parts = splitNumbered(actions)
  const results = partsBeside(parts, expectations)
  const datas = partsBeside(parts, data)
  if (parts && results && datas)
    return {
      steps: parts.map((action, at) => ({
        action: withTestData(action, datas[at]),
        expectation: results[at] ?? '',
      })),
    }
  const one = { action: withTestData(actions, data), expectation: expectations }
  return { steps: [one], ...(/^\s*1\s*[.)]\s/.test(actions) && { whole: 'numbered otherwise' as const }) }
}

const partsBeside = (parts: readonly string[] | undefined, text: string): string[] | undefined => {
  if (!text.trim()) return []
  const split = splitNumbered(text)
  if (split && split.length === parts?.length) return split
  // One step needs no number beside it.
  return parts?.length === 1 && !split ? [text] : undefined
}
