import { jsonTokens } from '../../system/json/tokens.ts'
import type { Palette } from '../style/color.ts'
import { safeJson } from '../text/escape.ts'

/**
 * JSON for people: indented by two spaces and coloured. Numbers and texts stay as they are written, which parsing would
 * change; only what would act on a terminal is escaped. DECISIONS 232
 */
export const prettyJson = (json: string, palette: Palette): string => {
  let indent = '\n'
  let text = ''
  for (const { text: token, isKey, found } of jsonTokens(safeJson(json), others)) {
    const [, open, close] = found
    if (token.startsWith('"')) text += isKey ? `${palette('key', token)}: ` : palette('string', token)
    else if (open && close) text += open + close
    else if (close) text += (indent = indent.slice(0, -2)) + close
    else if (token === '{' || token === '[') text += token + (indent += '  ')
    else text += token === ',' ? `,${indent}` : palette('literal', token)
  }
  return text && `${text}\n`
}

// A closing bracket, and the opening one if nothing is between; then the rest.
const others = /(?:([{[])\s*)?([}\]])|[{[]|,|[^\s,{}[\]":]+/
