import { formatIdentifier, parseIdentifier } from '../../contract/identifiers.ts'

/** The cases and tests that a text names by their identifier: those of a project, and those of others. */
export type IdScan = { own: string[]; foreign: string[] }

/**
 * Reads the identifiers in a text, such as `WEB-C12` in `[WEB-C12] logs in`; each once, as the service writes it.
 * Whole words only: neither `WEB-C120` nor `X-WEB-C12`, `WEB-C12-3` or `WEB-C1.5` names C12 or C1.
 * If the project is not known, all count as those of others.
 */
export const scanIds = (text: string, project: string | undefined): IdScan => {
  // Most names have no identifier, and this check is much quicker.
  if (!hasIdentifier.test(text)) return { own: [], foreign: [] }
  const own = new Set<string>()
  const foreign = new Set<string>()
  for (const [word] of text.matchAll(identifierIn(project))) {
    const parsed = parseIdentifier(word)
    if (!parsed) continue
    if (project !== undefined && parsed.project.toUpperCase() === project.toUpperCase())
      own.add(formatIdentifier({ ...parsed, project }))
    else foreign.add(formatIdentifier({ ...parsed, project: parsed.project.toUpperCase() }))
  }
  return { own: [...own], foreign: [...foreign] }
}

/** Returns the identifiers of a project's cases and tests that a text names. */
export const idsIn = (text: string, project: string): string[] => scanIds(text, project).own

/** Removes the identifiers from a text. */
export const withoutIds = (text: string): string => (hasIdentifier.test(text) ? text.replaceAll(identifier, '') : text)

const hasIdentifier = /[A-Za-z0-9_]-[CTct][0-9]/
const identifierOf = (project: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}_-]|\\p{N}\\.)${project}-[CTct][0-9]{1,15}(?![\\p{L}\\p{N}_]|-[\\p{L}\\p{N}]|\\.\\p{N})`,
    'gu',
  )
const identifier = identifierOf('[A-Za-z][A-Za-z0-9_]*')

// Only a project whose own name has a hyphen is searched with one, in upper or lower case: X-WEB-C12 is no case of WEB. DECISIONS 180
const identifierIn = (project = ''): RegExp => {
  if (!/^[A-Za-z0-9_]+(-[A-Za-z0-9_]+)+$/.test(project)) return identifier
  if (hyphened.project !== project) {
    const anyCase = project.replace(/[a-z]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`)
    hyphened = { project, pattern: identifierOf(`(?:${anyCase}|[A-Za-z][A-Za-z0-9_]*)`) }
  }
  return hyphened.pattern
}
let hyphened = { project: '', pattern: identifier }
