import { longestString } from '../system/json/string.ts'
import { copyText } from './interning.ts'

/**
 * Limits the texts that are held until a report ends, each and all together, so that a report of any size fits in memory. Cuts
 * texts, and never leaves out a test.
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
