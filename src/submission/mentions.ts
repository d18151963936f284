import { formatIdentifier, parseIdentifier } from '../identifiers.ts'

/**
 * The cases and tests of a project that a text names by their identifier, such as `WEB-C12` in `[WEB-C12] logs in`.
 * Whole words only: neither `WEB-C120` nor `X-WEB-C12`, `WEB-C12-3` or `WEB-C1.5` names C12 or C1.
 */
export const mentionsIn = (text: string, project: string): string[] => {
  const found = new Set<string>()
  for (const [word] of text.matchAll(identifier)) {
    const parsed = parseIdentifier(word)
    if (!parsed || (parsed.noun !== 'cases' && parsed.noun !== 'tests')) continue
    if (parsed.project.toUpperCase() === project.toUpperCase()) found.add(formatIdentifier({ ...parsed, project }))
  }
  return [...found]
}

const identifier =
  /(?<![\p{L}\p{N}_-]|\p{N}\.)[A-Za-z][A-Za-z0-9_]*-[CTct][0-9]{1,15}(?![\p{L}\p{N}_]|-[\p{L}\p{N}]|\.\p{N})/gu
