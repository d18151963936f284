import type { CaseContent } from '../case-content.ts'
import { readMarkdown } from '../markdown/read.ts'
import { writeMarkdown } from '../markdown/write.ts'

/** The text that an editor begins with. */
export const textToEdit = (content: CaseContent, identifier: string | undefined): string =>
  content.name === '' ? template(content) : writeMarkdown(content, identifier)

/** A case that has no name yet. */
const template = (content: CaseContent): string =>
  writeMarkdown({
    ...content,
    name: 'x',
    preconditions: content.preconditions || 'x',
    steps: content.steps.length > 0 ? content.steps : [{ action: 'x', expectation: 'y' }],
  })
    .replace('\n# x\n', '\n# \n')
    .replace(/^# x\n/, '# \n')
    .replace('\n## Preconditions\n\nx\n', '\n## Preconditions\n')
    .replace(/\n1\. x\n {3}\*\*Expected:\*\* y\n$/, '\n1. \n   **Expected:** \n')

/** What an edited text says: a case, nothing at all, or what is wrong with it. */
export type Edited = { content: CaseContent } | { empty: true } | { mistakes: string[] }

/** Reads a text back; `identifier` must still be the one that it began with. */
export const readEdited = (text: string, identifier: string | undefined): Edited => {
  const shift = commentOf(text).split('\n').length - 1
  const bare = text.slice(commentOf(text).length)
  if (bare.trim() === '') return { empty: true }
  const read = readMarkdown(bare)
  if (read.kind === 'none') return { mistakes: ['it has no # name and no ## Steps'] }
  if (read.kind === 'problems')
    return { mistakes: read.problems.map(({ line, message }) => `line ${line + shift}: ${message}`) }
  if (read.identifier?.toUpperCase() !== identifier?.toUpperCase())
    return { mistakes: [identifier ? `the line case: must say ${identifier}` : 'a new case has no line case:'] }
  const steps = read.content.steps.filter(({ action, expectation }) => action !== '' || expectation !== '')
  return { content: { ...read.content, steps } }
}

/** The text with a message on top, as a comment: a # would be a heading. */
export const withMessage = (text: string, mistakes: readonly string[]): string =>
  `${opening}\n${mistakes.join('\n').replaceAll('-->', '-- >')}\n-->\n${text.slice(commentOf(text).length)}`

const opening = '<!-- testctl:'

const commentOf = (text: string): string =>
  text.startsWith(opening) ? (/^<!--[^]*?-->[ \t]*\r?\n?/.exec(text)?.[0] ?? '') : ''
