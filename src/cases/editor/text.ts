import type { CaseContent } from '../case-content.ts'
import { readMarkdown } from '../markdown/read.ts'
import { writeForm, writeMarkdown } from '../markdown/write.ts'

/** Writes the text that the editor opens: the case as Markdown, or a form to fill in if it has no name. */
export const textToEdit = (content: CaseContent, identifier: string | undefined): string =>
  content.name === '' ? writeForm(content) : writeMarkdown(content, identifier)

/** The result of reading an edited text: a case, an empty text, or the mistakes in it. */
export type Edited = { content: CaseContent } | { empty: true } | { mistakes: string[] }

/** Reads an edited text back; it is a mistake if it no longer has `identifier`, with which it began. */
export const readEdited = (text: string, identifier: string | undefined): Edited => {
  const shift = commentOf(text).split('\n').length - 1
  const bare = text.slice(commentOf(text).length)
  if (bare.trim() === '') return { empty: true }
  const read = readMarkdown(bare)
  if (read.kind === 'problems')
    return { mistakes: read.problems.map(({ line, message }) => `line ${line + shift}: ${message}`) }
  if (read.identifier?.toUpperCase() !== identifier?.toUpperCase())
    return { mistakes: [identifier ? `the line case: must say ${identifier}` : 'a new case has no line case:'] }
  const steps = read.content.steps.filter(({ action, expectation }) => action !== '' || expectation !== '')
  return { content: { ...read.content, steps } }
}

/** Puts the mistakes on top of a text, in place of earlier ones, as an HTML comment: a # would be a heading. */
export const withMessage = (text: string, mistakes: readonly string[]): string =>
  `${opening}\n${mistakes.join('\n').replaceAll('-->', '-- >')}\n-->\n${text.slice(commentOf(text).length)}`

const opening = '<!-- testctl:'

const commentOf = (text: string): string =>
  text.startsWith(opening) ? (/^<!--[^]*?-->[ \t]*\r?\n?/.exec(text)?.[0] ?? '') : ''
