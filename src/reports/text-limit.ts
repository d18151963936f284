import { longestString } from '../system/json/string.ts'
import { copyText } from './interning.ts'

/**
 * Makes a cutter for texts that are held until a report ends: of each the beginning, and of all together so many characters
 * that a report of any size fits in memory. What is beyond is left out; the tests are not.
 */
export const createTextLimit = (): ((text: string | undefined) => string | undefined) => {
  let left = mostTexts
  return (text) => {
    if (text === undefined) return undefined
    const kept = text.slice(0, Math.min(longestString, left))
    left -= kept.length
    return kept.length < text.length ? copyText(kept) : kept
  }
}

const mostTexts = 32 * 1024 * 1024
