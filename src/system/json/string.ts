import type { Capture } from './capture.ts'

/** No text that is taken is kept beyond this many characters. */
export const longestString = 64 * 1024

/**
 * Reads the inside of a quoted text of a JSON document in pieces: `open` after its first quote, then `read` from there
 * until it stops before the end of a piece: at the closing quote, or at a character that may not stand there.
 * What is recorded of it is cut where it gets long, so that attachments are not held.
 */
export const createStringReader = (recording: Capture, longest: number) => {
  let length = 0
  let paused = false
  // How much of an escape was read: 0 for nothing, 1 for the backslash, more for the characters of `uFFFF`.
  let escape = 0

  const afterEscape = (code: number): number => {
    if (escape > 1) return !isHex(code) ? -1 : escape === 5 ? 0 : escape + 1
    return code === letterU ? 2 : escapable.includes(String.fromCharCode(code)) ? 0 : -1
  }
  return {
    /** Whether what stopped it is in an escape. */
    inEscape: (): boolean => escape > 0,
    open: (): void => {
      length = 0
      paused = false
    },
    read: (text: string, from: number): number => {
      const enough = from + longest - length
      let at = from
      while (at < text.length) {
        if (escape > 0) {
          const next = afterEscape(text.charCodeAt(at))
          if (next < 0) break
          escape = next
          at++
          continue
        }
        const end = paused ? text.length : Math.min(Math.max(at, enough), text.length)
        at = endOfPlain(text, at, end)
        if (at === text.length) break
        if (at === end && !paused) {
          recording.pause(text, at)
          paused = true
        } else if (text.charCodeAt(at) === backslash) {
          escape = 1
          at++
        } else break
      }
      length += at - from
      if (at < text.length && paused) recording.resume(at)
      return at
    },
  }
}

const quote = 0x22
const backslash = 0x5c
const letterU = 0x75
const escapable = '"\\/bfnrt'

// Most of a report is in here.
const endOfPlain = (text: string, from: number, end: number): number => {
  let at = from
  for (; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === quote || code === backslash || code < 0x20) break
  }
  return at
}

const isHex = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66)
