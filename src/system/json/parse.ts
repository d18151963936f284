import { endOfString } from './tokens.ts'

/**
 * Parses JSON that others wrote. Throws a SyntaxError as `JSON.parse` does, and for long texts that are nested more than a thousand levels
 * deep: V8 takes seventy bytes for each level before it finds that one does not end, gigabytes for an answer of 64 MB. DECISIONS 507
 */
export const parseOfOthers = (text: string): unknown => {
  if (text.length > short && isDeep(text)) throw new SyntaxError(`it is nested more than ${deepest} deep`)
  return JSON.parse(text) as unknown
}

// A shorter text costs little, however deep it is.
const short = 64 * 1024
const deepest = 1000

const isDeep = (text: string): boolean => {
  let open = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === bracket || code === brace) {
      if (++open > deepest) return true
    } else if (code === bracket + 2 || code === brace + 2) open -= 1
  }
  return false
}

const [quote, bracket, brace] = [0x22, 0x5b, 0x7b]
