const letters: Readonly<Record<string, string>> = { C: 'cases', T: 'tests', R: 'runs', M: 'milestones' }

/** Whether a word is an identifier, such as `R7` or `WEB-R7`. */
export const isIdentifier = (word: string): boolean => /^([\w-]+-)?[CTRM][0-9]+$/i.test(word)

/** Returns the identifiers in a word that is one, or a list of them as a flag takes it, `C1,C2`; none for any other word. */
export const listedIn = (word: string): string[] => {
  const pieces = word.split(/[\s,]+/).filter(Boolean)
  return pieces.every(isIdentifier) ? pieces : []
}

/** Whether a word is an identifier, or as long as an id; or `-`, which stands for IDs on stdin. */
export const isId = (word: string): boolean => word === '-' || isIdentifier(word) || /^[\w-]{20,}$/.test(word)

/** Whether a word stands for several: `-`, and a range such as `T1-T9`. */
export const isSeveral = (word: string): boolean => word === '-' || /[CTRM][0-9]+-[CTRM]?[0-9]+$/i.test(word)

/** Returns the identifier that a word is, or that a URL contains: `https://tests.example.com/WEB-R7`. */
export const identifierIn = (word: string): string | undefined =>
  word.includes('://') ? word.split(/[/?#&=]/).findLast(isIdentifier) : isIdentifier(word) ? word : undefined

/** Whether a word looks like the identifier of a project: capitals, as in `WEB`. */
export const isProject = (word: string): boolean => /^[A-Z][A-Z0-9_]{1,15}$/.test(word) && !isIdentifier(word)

/** Returns the noun of an identifier. */
export const nounOf = (identifier: string): string | undefined =>
  letters[/([CTRM])[0-9]+$/i.exec(identifier)?.[1]?.toUpperCase() ?? '']

/** Returns the letter in the identifiers of a noun: `R` for `runs`. */
export const letterOf = (noun: string): string | undefined =>
  Object.keys(letters).find((letter) => letters[letter] === noun)

/** Returns the command that reads an identifier; for a run typed after `tests`, the list of its tests. */
export const readingOf = (noun: string, identifier: string): string => {
  const named = nounOf(identifier)
  return noun === 'tests' && named === 'runs' ? 'tests list' : `${named} get`
}

/** Returns the project of an identifier as a flag, ` -p WEB`; empty for a short identifier. */
export const inProject = (identifier: string): string =>
  identifier.replace(/^(?:([\w-]+)-)?\w+$/, (_, project?: string) => (project ? ` -p ${project}` : ''))
