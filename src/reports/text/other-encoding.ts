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

// The characters of a frame such as ═════ share their first byte, and 漢字漢字 has two. Words of ASCII have more.
const varied = 6

const hasPairs = (line: string): boolean => {
  let count = 0
  const firstBytes = new Set<number>()
  for (let at = 0; at < line.length; at++) {
    const [high, low] = [line.charCodeAt(at) >> 8, line.charCodeAt(at) & 0xff]
    const isPair = (isSpace(low) || isShown(low)) && (isSpace(high) || isShown(high))
    if (!isPair) {
      count = 0
      firstBytes.clear()
    } else if (isShown(high)) {
      // Not if it is a space: line ends look like letters of Hindi and others.
      firstBytes.add(high)
      if (++count >= enough && firstBytes.size >= varied) return true
    }
  }
  return false
}

const isShown = (byte: number): boolean => byte >= 32 && byte < 127
const isSpace = (byte: number): boolean => byte === 9 || byte === 10 || byte === 13
