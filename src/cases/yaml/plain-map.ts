import { resolvePlain } from './plain.ts'

/**
 * Reads YAML that has nothing but a key and a short value on each line, on two levels at most, as testctl writes it for most cases;
 * undefined for any other. Returns the same as the parser, in a small part of its time. DECISIONS 571
 */
export const readPlainMap = (
  text: string,
): { value: Record<string, unknown>; lines: ReadonlyMap<string, number> } | undefined => {
  if (!text.endsWith('\n')) return undefined
  const value: Record<string, unknown> = {}
  const lines = new Map<string, number>()
  // The last key of the first level, if it has no value on its line.
  let above: string | undefined
  for (const [at, line] of text.slice(0, -1).split('\n').entries()) {
    const [, indent, key = '', quoted, plain] = pair.exec(line) ?? []
    if (indent === undefined || (indent !== '' && above === undefined)) return undefined
    const map = indent === '' ? value : ((value[above!] ??= {}) as Record<string, unknown>)
    // The parser says what is wrong with a key that is there twice.
    if (Object.hasOwn(map, key)) return undefined
    map[key] = quoted ?? resolvePlain(plain ?? '')
    if (map !== value) continue
    lines.set(key, at + 1)
    above = quoted === undefined && plain === undefined ? key : undefined
  }
  return { value, lines }
}

// No character of a word is YAML syntax, and nothing between these quotes needs an escape.
const word = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N} _./()›+@-]{0,200}[\\p{L}\\p{N}_./()›+@-])?'
const quoted = '[^"\\\\\\p{Cc}\\p{Cs}\\u2028\\u2029\\ufeff]{0,1000}'
const pair = new RegExp(`^((?: {2})?)(${word}):(?: (?:"(${quoted})"|(${word})))?$`, 'u')
