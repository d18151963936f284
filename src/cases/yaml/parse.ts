import { isAlias, isMap, isScalar, isSeq, Lexer, LineCounter, type Node, parseDocument } from 'yaml'
import { readPlainMap } from './plain-map.ts'
import { resolvePlain } from './plain.ts'

/** A problem of a YAML text, with its line, from 1. */
export type YamlProblem = { line: number; message: string }

/** A parsed value with the line of each of its keys; or its problem. */
export type ParsedYaml = { value: unknown; lines: ReadonlyMap<string, number> } | { problem: YamlProblem }

/**
 * Parses YAML as plain data: refuses tags (`!!js/function`), anchors and aliases, and so alias bombs, too. A plain word is a number
 * only if it is written as JSON writes that number, so that `1.10` and `007` stay texts. DECISIONS 165
 */
export const parseYaml = (text: string): ParsedYaml => readPlainMap(text) ?? parseAnyYaml(text)

/** Parses YAML like `parseYaml`, but never without the parser. */
export const parseAnyYaml = (text: string): ParsedYaml =>
  parseWith(text, (contents, lineOf) => {
    const places = new Map<string, number>()
    if (isMap(contents))
      for (const { key } of contents.items)
        if (isScalar(key)) places.set(String(key.value), lineOf(key.range?.[0] ?? 0))
    return { value: valueOf(contents, { lineOf, depth: 0 }), lines: places }
  })

/** The items of a parsed list with the line of each, and the lines of the comments; or its problem. */
export type ParsedYamlList =
  | { items: { value: unknown; line: number }[]; comments: number[] }
  | { problem: YamlProblem }

/** Parses a YAML list by the rules of `parseYaml`; an empty text is an empty list. */
export const parseYamlList = (text: string): ParsedYamlList =>
  parseWith(text, (contents, lineOf, commentsAt) => {
    const comments = commentsAt.map(lineOf)
    if (contents === null || (isScalar(contents) && contents.value === '')) return { items: [], comments }
    if (!isSeq(contents)) throw refusal(1, 'it holds no list')
    const items = contents.items.map((item) => ({
      value: valueOf(item, { lineOf, depth: 1 }),
      line: lineOf((item as Node | null)?.range?.[0] ?? 0),
    }))
    return { items, comments }
  })

const parseWith = <T>(
  text: string,
  read: (contents: unknown, lineOf: (offset: number) => number, commentsAt: readonly number[]) => T,
): T | { problem: YamlProblem } => {
  const lines = new LineCounter()
  const lineOf = (offset: number) => lines.linePos(offset).line || 1
  const { deep, comments } = scan(text)
  if (deep !== undefined) return { problem: { line: deep, message: tooDeep } }
  try {
    const document = parseDocument(text, {
      schema: 'failsafe',
      lineCounter: lines,
      prettyErrors: false,
      logLevel: 'silent',
    })
    const [error] = [...document.errors, ...document.warnings]
    if (error) throw refusal(lineOf(error.pos[0]), inOurWords(error))
    return read(document.contents, lineOf, comments)
  } catch (error) {
    if (isRefusal(error)) return { problem: { line: error.line, message: error.message } }
    if (error instanceof RangeError) return { problem: { line: 1, message: tooDeep } }
    throw error
  }
}

/**
 * Returns the offsets of the comments of a text, and the line in which it is nested too deeply, if any. The parser recurses for each
 * level: a few thousand levels end the process without an error to catch, and a million take minutes before that. One pass finds both,
 * because the lexer takes a good part of the time. Lines may end with \r\n. DECISIONS 506
 */
const scan = (text: string): { deep?: number; comments: number[] } => {
  const comments: number[] = []
  let open = 0
  let inLine = 0
  let offset = 0
  let isScalar = false
  for (const token of new Lexer().lex(text)) {
    if (!isScalar) {
      if (token === '[' || token === '{') open += 1
      else if (token === ']' || token === '}') open -= 1
      else if (token.endsWith('\n')) inLine = 0
      else if (token.startsWith('#')) comments.push(offset)
      else if (open === 0 && (token === '-' || token === '?' || token === ':')) inLine += 1
      if (open > deepest || inLine > deepest) return { deep: text.slice(0, offset).split('\n').length, comments }
    }
    isScalar = token === '\u001f'
    if (!marks.has(token)) offset += token.length
  }
  return { comments }
}

// Tokens by which the lexer marks the start of a document or a scalar, and the end of a flow; they are not in the text.
const marks = new Set(['\u0002', '\u001f', '\u0018'])

type Refusal = Error & { line: number }
const refusal = (line: number, message: string): Refusal => Object.assign(new Error(message), { line })
const isRefusal = (error: unknown): error is Refusal => error instanceof Error && 'line' in error

const deepest = 64
const tooDeep = 'it is nested too deeply'

const inOurWords = ({ code, message }: { code: string; message: string }): string => {
  const [, tag] = /^Unresolved tag: (.*)/.exec(message) ?? []
  if (tag !== undefined)
    return `tags such as ${tag.replace('tag:yaml.org,2002:', '!!')} are refused: write the value alone`
  return code === 'RESOURCE_EXHAUSTION' ? tooDeep : message
}

const valueOf = (node: unknown, { lineOf, depth }: { lineOf: (offset: number) => number; depth: number }): unknown => {
  if (node === null || node === undefined) return null
  const { range, tag, anchor } = node as Node & { anchor?: string }
  const line = lineOf(range?.[0] ?? 0)
  if (isAlias(node)) throw refusal(line, `aliases such as *${node.source} are refused: write the value`)
  if (anchor !== undefined) throw refusal(line, `anchors such as &${anchor} are refused: write the value`)
  if (tag !== undefined) throw refusal(line, `tags such as ${tag} are refused: write the value alone`)
  if (depth > deepest) throw refusal(line, tooDeep)
  const below = { lineOf, depth: depth + 1 }
  if (isSeq(node)) return node.items.map((item) => valueOf(item, below))
  if (isScalar(node)) return node.type === 'PLAIN' ? resolvePlain(String(node.value ?? '')) : node.value
  if (!isMap(node)) throw refusal(line, 'it cannot be read')
  return Object.fromEntries(
    node.items.map(({ key, value }) => {
      if (!isScalar(key)) throw refusal(line, 'a key must be a text')
      valueOf(key, below)
      return [String(key.value ?? ''), valueOf(value, below)]
    }),
  )
}
