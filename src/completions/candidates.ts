import type { Noun } from '../contract/vocabulary.ts'

/** A word that a Tab can offer in the place of the one that is being typed, and what it is. */
export type Candidate = { value: string; description: string }

/** What a Tab offers: words, or the names of files after `files`, the part of the word that stays before them. */
export type Answer = { candidates: readonly Candidate[]; files?: string }

/** Where identifiers and their names come from; `prefix` is what was typed of one. */
export type Identifiers = (noun: Noun, prefix: string) => readonly Candidate[] | Promise<readonly Candidate[]>

/** The answer where there is nothing to offer. */
export const nothing: Answer = { candidates: [] }

/** Whether a candidate goes on from what was typed. */
export const beginsWith =
  (typed: string) =>
  ({ value }: Candidate): boolean =>
    value.startsWith(typed)

/**
 * The form that the completion scripts read: `value<TAB>description` a line, or `:files<TAB>prefix`.
 * What comes from a service passes here too: a value that a shell would have to quote, or that could be taken for a
 * directive, is left out, because no way of quoting is right for a word that may already be quoted. A description is only
 * ever shown; what could act on a terminal or break the line becomes a space.
 */
export const formatAnswer = ({ candidates, files }: Answer): string => {
  const lines = candidates
    .filter(({ value }) => harmless.test(value))
    .map(({ value, description }) => [value, shown(description)].filter(Boolean).join('\t'))
  if (files !== undefined && (files === '' || harmlessPrefix.test(files))) lines.push(`:files\t${files}`)
  return lines.map((line) => `${line}\n`).join('')
}

/** Whether a value that came from elsewhere can be offered where a flag would mean something else. */
export const isOperand = ({ value }: Candidate): boolean => /^[\p{L}\p{N}_]/u.test(value)

const harmless = /^[\p{L}\p{N}_-][\p{L}\p{N}\p{M}_@%+=:,./-]*$/u
const harmlessPrefix = /^[@\p{L}\p{N}_-][\p{L}\p{N}\p{M}_@%+=:,./-]*$/u

// Control and format characters (escapes, bidi, zero width), separators of lines, halves of pairs and unassigned ones.
const shown = (description: string): string => {
  const text = description.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return text.length > 120 ? `${[...text].slice(0, 119).join('')}…` : text
}
