import type { Step } from '../../../contract/models.ts'
import { splitNumbered } from './numbered.ts'

/** Adds the test data of a step to its action, because the interface has no field for it. */
export const withTestData = (action: string, data: string | undefined): string => {
  const text = data?.trim()
  if (!text) return action
  const said = text.includes('\n') ? `Test data:\n${text}` : `Test data: ${text}`
  return action.trim() ? `${action.trimEnd()}\n\n${said}` : said
}

/** The steps of texts that may be numbered. `whole` says why numbered texts were kept as one step. */
export type TextSteps = { steps: Step[]; whole?: 'numbered otherwise' }

/**
 * Splits a text, its expectations and its data into steps if their numbers are certain and agree; otherwise all of it is one step, in
 * which nothing is lost. DECISIONS 174
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
  // The expectation or data of a single step needs no number.
  return parts?.length === 1 && !split ? [text] : undefined
}
