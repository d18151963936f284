import { isRounded } from '../../system/json/rounded.ts'
import { jsonTokens } from '../../system/json/tokens.ts'

/** Describes what a JSON text loses when it is parsed: duplicate keys, and numbers with more digits than a number holds. DECISIONS 205 */
export const jsonLosses = (text: string, value: unknown): string[] => {
  let keys = 0
  const losses: string[] = []
  for (const { text: token, isKey } of jsonTokens(text, /-?\d[\d.]*(?:[eE][+-]?\d+)?/))
    if (token.startsWith('"')) keys += isKey ? 1 : 0
    else if (isRounded(token)) losses.push(`the number ${token} would be rounded: put it in quotes`)
  if (keys !== keysIn(value)) losses.push('a key is in it twice')
  return losses
}

const keysIn = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? 0 : Object.keys(value).length
  return Object.values(value).reduce((sum: number, one) => sum + keysIn(one), own)
}
