import { resources } from '../../contract/vocabulary.ts'
import { UsageError } from '../../errors.ts'
import { formatIdentifier, parseIdentifier } from '../../contract/identifiers.ts'
import { type MappingEntry, type UnreadEntry, readEntries } from './mapping-entries.ts'
import { cutName } from './names.ts'

/**
 * Reads a file that says which names of tests stand for which cases or tests: lines such as `logs in => WEB-C12, WEB-C13`, with
 * `#` comments and empty lines; or a JSON object, `{"logs in": ["WEB-C12", "WEB-C13"]}`. Names are cut as those of tests are.
 * Throws a UsageError with file and line for an entry that cannot be read, names no case or test, or contradicts an earlier one, and for
 * an empty file.
 */
export const parseMapping = (file: string, text: string): Map<string, string[]> => {
  if (text.trim() === '') throw new UsageError(`${file} is empty`, { hint })
  const { entries, unread } = readEntries(text)
  const wrong = [...unread]
  const mapping = new Map<string, { identifiers: string[]; line: number }>()
  for (const entry of entries) {
    const name = cutName(entry.name)
    const identifiers = [...new Set(entry.words.map(standardize))].sort()
    const before = mapping.get(name)
    const reason = wrongWith(entry) ?? (before && contradiction(before, identifiers))
    if (reason !== undefined) wrong.push({ line: entry.line, reason })
    else if (!before) mapping.set(name, { identifiers, line: entry.line })
  }
  if (wrong.length > 0) throw refusalOf(wrong, file)
  return new Map([...mapping].map(([name, { identifiers }]) => [name, identifiers]))
}

const hint = 'a mapping has lines such as: logs in => WEB-C12, WEB-C13'

// Identifiers may be in upper or lower case and have leading zeros. DECISIONS 4
const standardize = (word: string): string => {
  const identifier = parseIdentifier(word)
  return identifier ? formatIdentifier({ ...identifier, project: identifier.project.toUpperCase() }) : word
}

const wrongWith = ({ name, words }: MappingEntry): string | undefined => {
  if (words.length === 0) return `${JSON.stringify(name)} names no case and no test`
  for (const word of words) {
    const noun = parseIdentifier(word)?.noun
    if (noun === undefined) return `${word} is no identifier of a case or a test`
    if (noun !== 'cases' && noun !== 'tests') return `${word} is a ${resources[noun].label}, not a case or a test`
  }
  return undefined
}

const contradiction = (before: { identifiers: string[]; line: number }, now: string[]): string | undefined =>
  before.identifiers.join() === now.join()
    ? undefined
    : `the same name is for ${before.identifiers.join(', ')} in line ${before.line}, and for ${now.join(', ')} here`

const refusalOf = (wrong: readonly UnreadEntry[], file: string): UsageError => {
  const issues = [...wrong]
    .sort((one, other) => one.line - other.line)
    .map(({ line, reason }) => ({ path: `${file}:${line}`, message: reason }))
  const [first, ...others] = issues
  return first && others.length === 0
    ? new UsageError(`${first.path}: ${first.message}`, { hint })
    : new UsageError(`${issues.length} entries of ${file} cannot be used`, { hint, issues: issues.slice(0, 20) })
}
