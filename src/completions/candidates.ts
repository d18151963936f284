import type { Noun } from '../contract/vocabulary.ts'

/** A word that Tab can offer in place of the one being typed, with its description. */
export type Candidate = { value: string; description: string }

/**
 * The answer to a Tab: words; or file names after `files`, the part of the word that stays before them; or the completion of another
 * command, which begins after `commandAfter` words.
 */
export type Candidates = { candidates: readonly Candidate[]; files?: string; commandAfter?: number }

/** The candidates that are known; none is no error. */
type Found = readonly Candidate[] | Promise<readonly Candidate[]>

/** The source of identifiers and names: those that begin with the typed text, ignoring case. */
export type Identifiers = (noun: Noun, typed: string) => Found

/** The sources of candidates that are not in the command tree. */
export type Known = { identifiers: Identifiers; profiles: () => Found }

/** The flags on the line that say where to look. */
export type CompletionScope = { project?: string; profile?: string }

/** Returns the sources of candidates for a line. */
export type Know = (choices: CompletionScope) => Known

/** Has no candidates but those of the command tree. */
export const noCandidates: Know = () => ({ identifiers: () => [], profiles: () => [] })

/** The answer if there is nothing to offer. */
export const nothing: Candidates = { candidates: [] }

/** Whether a candidate begins with the typed text. */
export const beginsWith =
  (typed: string) =>
  ({ value }: Candidate): boolean =>
    value.startsWith(typed)

/**
 * Formats an answer for the completion scripts: `value<TAB>description` per line, or `:files<TAB>prefix`, or, for a script that can
 * hand over, `:command<TAB>words before it`.
 * Values may come from a service. One that a shell would have to quote, or that could be taken for a directive, is left out,
 * because no way of quoting is right for a word that may already be quoted. A description is only shown: characters in it that
 * could act on a terminal or break the line become a space.
 */
export const formatAnswer = (
  { candidates, files, commandAfter }: Candidates,
  { handsOver = false }: { handsOver?: boolean } = {},
): string => {
  if (handsOver && commandAfter !== undefined) return `:command\t${commandAfter}\n`
  const lines = candidates
    .filter(({ value }) => isHarmless(value))
    .map(({ value, description }) => [value, shown(description)].filter(Boolean).join('\t'))
  if (files !== undefined && (files === '' || isHarmless(files))) lines.push(`:files\t${files}`)
  return lines.map((line) => `${line}\n`).join('')
}

/** Whether a value from outside can be offered as an argument, because it cannot be taken for a flag. */
export const isOperand = ({ value }: Candidate): boolean => /^[A-Za-z0-9_]/.test(value) || beginsWithLetter(value)

const isHarmless = (value: string): boolean =>
  /^[A-Za-z0-9_@-][A-Za-z0-9_@%+=:,./-]*$/.test(value) || isHarmlessAnywhere(value)

// The tables of Unicode take longer to look up than the whole answer, so they are asked only for what is not ASCII.
const beginsWithLetter = (value: string): boolean => /^[\p{L}\p{N}]/u.test(value)
const isHarmlessAnywhere = (value: string): boolean => /^[\p{L}\p{N}_-][\p{L}\p{N}\p{M}_@%+=:,./-]*$/u.test(value)

// Replaces control and format characters (escapes, bidi, zero width), line separators, lone surrogates and unassigned characters.
const shown = (description: string): string => {
  if (/^[!-~](?: ?[!-~]){0,119}$/.test(description)) return description
  const unseen = /^[ -~\u00a1-\u00ac\u00ae-\u024f]*$/.test(description) ? /\s+/g : /[\p{C}\p{Zl}\p{Zp}\s]+/gu
  const text = description.replace(unseen, ' ').trim()
  return text.length > 120 ? `${[...text].slice(0, 119).join('')}…` : text
}
