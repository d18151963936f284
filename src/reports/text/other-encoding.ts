/**
 * Whether a line of a report is in another encoding than the beginning of the report: UTF-16 that was read as UTF-8, or the other way
 * round. In Windows PowerShell, `>` and `>>` write UTF-16, even at the end of a file in another encoding. DECISIONS 567
 */
export const isInOtherEncoding = (line: string): boolean => (line.includes('\0') ? wide.test(line) : hasPairs(line))

// In UTF-16 every other byte of ASCII is 0.
const wide = /^\0?(?:[^\0]\0){3,}[^\0]?$/

// Two bytes of ASCII are one character in UTF-16, most often of Chinese. Chinese text has no twenty of these characters in a row.
const enough = 20

// The characters of a frame such as ═════ share their first byte, and 漢字漢字 has two. Words of ASCII have more.
const varied = 6

const hasPairs = (line: string): boolean => {
  // So many characters in a row have one at such a place. Looking only there is fast.
  for (let at = enough - 1; at < line.length; at += enough) {
    if (!isPair(line.charCodeAt(at))) continue
    let start = at
    while (isPair(line.charCodeAt(start - 1))) start--
    const firstBytes = new Set<number>()
    let count = 0
    for (at = start; isPair(line.charCodeAt(at)); at++) {
      const high = line.charCodeAt(at) >> 8
      // Line ends look like letters of Hindi and others.
      if (!isShown(high)) continue
      firstBytes.add(high)
      if (++count >= enough && firstBytes.size >= varied) return true
    }
  }
  return false
}

const isPair = (code: number): boolean => isText(code & 0xff) && isText(code >> 8)
const isText = (byte: number): boolean => isSpace(byte) || isShown(byte)
const isShown = (byte: number): boolean => byte >= 32 && byte < 127
const isSpace = (byte: number): boolean => byte === 9 || byte === 10 || byte === 13
