import type { CaseContent } from '../case-content.ts'
import { readMarkdown } from '../markdown/read.ts'
import { writeForm, writeMarkdown } from '../markdown/write.ts'

/** The text that an editor begins with. */
export const textToEdit = (content: CaseContent, identifier: string | undefined): string =>
  content.name === '' ? writeForm(content) : writeMarkdown(content, identifier)

/** What an edited text says: a case, nothing at all, or what is wrong with it. */
export type Edited = { content: CaseContent } | { empty: true } | { mistakes: string[] }

/** Reads a text back; `identifier` must still be the one that it began with. */
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

/** The text with a message on top, as a comment: a # would be a heading. */
export const withMessage = (text: string, mistakes: readonly string[]): string =>
  `${opening}\n${mistakes.join('\n').replaceAll('-->', '-- >')}\n-->\n${text.slice(commentOf(text).length)}`

const opening = '<!-- testctl:'

const commentOf = (text: string): string =>
  text.startsWith(opening) ? (/^<!--[^]*?-->[ \t]*\r?\n?/.exec(text)?.[0] ?? '') : ''
