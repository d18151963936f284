import type { Step } from '../../contract/models.ts'
import type { Body } from './body.ts'

/**
 * Reads the Markdown of a case if it has the layout that testctl writes and no Markdown syntax in its texts, so that there is only
 * one way to read it; undefined for any other. Takes a tenth of the time of a parser, which matters with thousands of files.
 * DECISIONS 169
 */
export const readPlainBody = (body: string): Body | undefined => {
  if (body.length > longest) return undefined
  const [, name, preconditions, list] = whole.exec(body) ?? []
  if (name === undefined) return undefined
  const steps: Step[] = []
  const stepLines: number[] = []
  // The list is the end of the text.
  const before = list === undefined ? 0 : body.slice(0, -list.length).split('\n').length
  for (const [at, line] of (list ?? '').split('\n').entries()) {
    if (line === '') continue
    const [, marker = '', action] = item.exec(line) ?? []
    const [, indent = '', expectation] = action === undefined ? (expected.exec(line) ?? []) : []
    const last = steps.at(-1)
    if (action !== undefined && marker === `${steps.length + 1}. `) {
      steps.push({ action, expectation: '' })
      stepLines.push(before + at)
    } else if (expectation !== undefined && last?.expectation === '' && indent.length === `${steps.length}. `.length)
      last.expectation = expectation
    else return undefined
  }
  return { name, preconditions, steps: list === undefined ? undefined : steps, stepLines, problems: [] }
}

const longest = 100_000

// A line that begins with a letter, a quote or a parenthesis, has no character of Markdown syntax, and does not end with a space.
const text = '[\\p{L}"\'(](?:[^\\p{Cc}`*_<>\\[\\]\\\\#|]*[^\\p{Cc}`*_<>\\[\\]\\\\#|\\s])?'
const whole = new RegExp(
  `^\\n?# (${text})\\n(?:\\n## Preconditions\\n\\n(${text}(?:\\n{1,2}${text})*)\\n)?(?:\\n## Steps\\n(?:\\n((?:\\d[^\\n]*\\n(?: +\\*\\*[^\\n]*\\n)?)+))?)?$`,
  'u',
)
const item = new RegExp(`^(\\d{1,6}\\. )(${text})$`, 'u')
const expected = new RegExp(`^( +)\\*\\*Expected:\\*\\* (${text})$`, 'u')
