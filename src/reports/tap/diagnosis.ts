import { dedentLines } from '../text/dedent.ts'
import type { Message, Property } from '../outcome.ts'

/** The YAML block under a test; `kind` and `cause` are Node.js's words for what ended, and why it failed. */
export type Diagnosis = {
  /** Parsed on demand, because most tests pass. */
  message: () => Message
  properties: Property[]
  file: string | undefined
  seconds: number | undefined
  kind: string
  cause: string
}

/**
 * Reads the useful part of the YAML that runners write: keys at the left margin, with plain, quoted and block texts, or one line of JSON.
 * It is not a YAML parser, so nothing in a block can make a report unreadable.
 */
export const diagnose = (lines: readonly string[]): Diagnosis => {
  const entries = entriesOfJson(lines) ?? entriesOf(dedentLines(lines))
  const text = (key: string): string => textOf(entries.get(key))
  const place = /^(?:file:\/\/)?(\S+?)(?::\d+){1,2}$/.exec(text('location') || text('at'))?.[1]
  const milliseconds = Number(text('duration_ms') || undefined)
  return {
    message: () => messageOf(entries),
    properties: propertiesIn(entries),
    file: place ?? (textOf(insideOf(entries.get('at')).get('fileName')) || undefined),
    seconds: milliseconds >= 0 ? milliseconds / 1000 : undefined,
    kind: text('type'),
    cause: text('failureType'),
  }
}

// The text after the colon, and the lines below it.
type Entry = { first: string; lines: string[] }
type Entries = Map<string, Entry>

const entriesOf = (lines: readonly string[]): Entries => {
  const entries: Entries = new Map()
  let entry: Entry | undefined
  for (const line of lines) {
    const key = /^([A-Za-z_][\w.-]*)\s*:(?:\s+(.*))?$/s.exec(line)
    if (key && !open(entry)) entries.set(key[1] ?? '', (entry = { first: key[2]?.trim() ?? '', lines: [] }))
    else entry?.lines.push(line)
  }
  return entries
}

// Deno writes a line of JSON, which is YAML, too: {"message":"…","severity":"fail","at":{"file":"shop_test.ts","line":2}}
const entriesOfJson = ([line = '', ...others]: readonly string[]): Entries | undefined => {
  if (others.length > 0 || !/^\s*\{"/.test(line)) return undefined
  try {
    const { message, at } = JSON.parse(line) as { message?: unknown; at?: { file?: unknown; line?: unknown } }
    const entries: Entries = new Map()
    if (typeof message === 'string') entries.set('message', { first: '', lines: message.split('\n') })
    if (typeof at?.file === 'string')
      entries.set('at', { first: typeof at.line === 'number' ? `${at.file}:${at.line}` : at.file, lines: [] })
    return entries
  } catch {
    return undefined
  }
}

// Some runners continue a quoted text at the left margin.
const open = (entry: Entry | undefined): boolean => {
  if (!entry?.first.startsWith('"')) return false
  const last = entry.lines.at(-1) ?? entry.first.slice(1)
  return !/(?:^|[^\\])(?:\\\\)*"$/.test(last)
}

const insideOf = (entry: Entry | undefined): Entries =>
  entry?.first === '' ? entriesOf(dedentLines(entry.lines)) : none

const none: Entries = new Map()

const propertiesIn = (entries: Entries): Property[] => {
  const properties: Property[] = []
  for (const [name, { first, lines }] of entries)
    if (!known.has(name) && first && lines.length === 0) properties.push({ name, value: unquote(first) })
  return properties
}

const messageOf = (entries: Entries): Message => {
  const text = (key: string): string => textOf(entries.get(key))
  const error = insideOf(entries.get('error'))
  const message = text('message') || textOf(error.get('message')) || text('error')
  const type = textOf(error.get('name')) || text('name') || (kinds.has(text('type')) ? '' : text('type'))
  return { ...(message && { message }), ...(type && { type }), text: saidOf(entries) }
}

const textOf = (entry: Entry | undefined): string => {
  if (!entry) return ''
  if (entry.lines.length === 0) return unquote(entry.first)
  if (entry.first === '' || /^[|>][-+\d]*$/.test(entry.first)) return dedentLines(entry.lines).join('\n').trim()
  return unquote([entry.first, ...entry.lines].join('\n'))
}

const unquote = (text: string): string => {
  if (text.length > 1 && text.startsWith("'") && text.endsWith("'")) return text.slice(1, -1).replaceAll("''", "'")
  if (text.length > 1 && text.startsWith('"') && text.endsWith('"'))
    return text.slice(1, -1).replace(/\\(["\\nt])/g, (_, letter: string) => escapes.get(letter) ?? letter)
  return text
}

const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
])

// The text below the message: the expected value, the difference and the like, and the stack at the end.
const saidOf = (entries: Entries): string => {
  const told = [...entries].filter(([key]) => !known.has(key) || shown.has(key))
  const others = told.flatMap(([key, { first, lines }]) => [`${key}: ${first}`.trimEnd(), ...lines])
  return [...others, textOf(entries.get('stack'))].join('\n').trim()
}

const kinds = new Set(['', 'suite', 'test'])
const shown = new Set(['actual', 'at', 'diff', 'details', 'expected', 'found', 'operator', 'wanted'])
const known = new Set([
  ...shown,
  'code',
  'duration_ms',
  'error',
  'failureType',
  'location',
  'message',
  'name',
  'severity',
  'source',
  'stack',
  'type',
])
