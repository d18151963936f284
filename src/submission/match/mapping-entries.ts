import { jsonFaultOf } from '../../system/json/fault.ts'
import { jsonTokens } from '../../system/json/tokens.ts'

/** The mapping of one name: the words after it, and its line in the file. */
export type MappingEntry = { name: string; words: string[]; line: number }

/** An invalid entry of a mapping, and the reason. */
export type UnreadEntry = { line: number; reason: string }

/** The entries of a mapping in the order of the file, and its invalid ones. */
type Entries = { entries: MappingEntry[]; unread: UnreadEntry[] }

/** Reads the entries of a mapping, which is a JSON object or lines. A name that occurs twice gives two entries. */
export const readEntries = (text: string): Entries => {
  const content = text.replace(/^\uFEFF/, '')
  if (!content.trimStart().startsWith('{')) return readLines(content)
  let value: object
  try {
    value = JSON.parse(content) as object
  } catch (error) {
    // A line may begin with a brace as well.
    if (content.split('\n').some(isLineWithBrace)) return readLines(content)
    const { what, line } = jsonFaultOf(content) ?? { what: (error as Error).message, line: 1 }
    return { entries: [], unread: [{ line, reason: `this is no JSON: ${what}` }] }
  }
  return readObject(content, value)
}

// The text after the last arrow is an identifier, which has no quotes.
const isLineWithBrace = (line: string): boolean =>
  /^[ \t]*\{/.test(line) && line.includes('=>') && !line.slice(line.lastIndexOf('=>')).includes('"')

const readLines = (text: string): Entries => {
  const read: Entries = { entries: [], unread: [] }
  for (const [at, content] of text.split('\n').entries()) {
    const entry = content.trim()
    if (entry === '' || entry.startsWith('#')) continue
    // A name may have the arrow in it, an identifier never.
    const arrow = entry.lastIndexOf('=>')
    const name = entry.slice(0, Math.max(0, arrow)).trim()
    const line = at + 1
    if (arrow < 0) read.unread.push({ line, reason: 'there is no => between a name and an identifier' })
    else if (name === '') read.unread.push({ line, reason: 'there is no name before the =>' })
    else read.entries.push({ name, words: wordsIn(entry.slice(arrow + 2)), line })
  }
  return read
}

const readObject = (text: string, value: object): Entries => {
  const entries = entriesIn(text)
  const wrong = Object.entries(value).find(([, held]) => typeof held !== 'string' && !isListOfTexts(held))
  if (!wrong) return { entries, unread: [] }
  const line = entries.find(({ name }) => name === wrong[0])?.line ?? 1
  return {
    entries: [],
    unread: [{ line, reason: `${JSON.stringify(wrong[0])} has neither a text nor a list of texts` }],
  }
}

const isListOfTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

// The parsed object does not show whether a name occurred twice, nor where. The tokens in their order do.
const entriesIn = (text: string): MappingEntry[] => {
  const entries: MappingEntry[] = []
  let line = 1
  let end = 0
  for (const { text: written, isKey, index } of jsonTokens(text)) {
    line += text.slice(end, index).split('\n').length - 1
    const word = JSON.parse(written) as string
    if (isKey) entries.push({ name: word, words: [], line })
    // Pushes one by one: an entry may have more words than a call can take arguments. DECISIONS 256
    else for (const one of wordsIn(word)) entries.at(-1)?.words.push(one)
    end = index + written.length
  }
  return entries
}

const wordsIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)
