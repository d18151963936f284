import type { Capture } from './capture.ts'

/** The longest text that is kept of a taken value, in characters. */
export const longestString = 64 * 1024

/**
 * Creates a reader for the inside of a quoted text of a JSON document that comes in pieces: call `open` after its first quote, then `read`
 * for each piece. It returns the end of the piece, or the position of the closing quote or of a character that may not stand there. Long
 * texts are cut in the recording, so that attachments are not held.
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
    /** Whether it stopped inside an escape. */
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

// A hot loop: most of a report goes through it.
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
