/**
 * Whether a line of a report is in another encoding than the beginning of the report: UTF-16 that was read as UTF-8, or the other way
 * round. In Windows PowerShell, `>` and `>>` write UTF-16, even at the end of a file in another encoding. DECISIONS 567
 */
export const isInOtherEncoding = (line: string): boolean =>
  line.includes('\0') ? wide.test(line) : pairs.test(line) && hasPairs(line)

// In UTF-16 every other byte of ASCII is 0.
const wide = /^\0?(?:[^\0]\0){3,}[^\0]?$/

// Two bytes of ASCII are one character in UTF-16, most often of Chinese. Chinese text has no twenty of these characters in a row.
const enough = 20
const pairs = new RegExp(`[\\u0909-\\u7e7e]{${enough}}`)

const hasPairs = (line: string): boolean => {
  let count = 0
  for (let at = 0; at < line.length && count < enough; at++) {
    const [high, low] = [line.charCodeAt(at) >> 8, line.charCodeAt(at) & 0xff]
    if (isSpace(low) || isShown(low)) {
      if (isShown(high)) count++
      // Line ends look like letters of Hindi and others.
      else if (!isSpace(high)) count = 0
    } else count = 0
  }
  return count >= enough
}

const isShown = (byte: number): boolean => byte >= 32 && byte < 127
const isSpace = (byte: number): boolean => byte === 9 || byte === 10 || byte === 13
