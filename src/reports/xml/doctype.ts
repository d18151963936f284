/**
 * Returns in words why a DOCTYPE is refused: it is too long, names a file, declares entities or gives attributes values.
 * Undefined for a harmless one. `doctype` is the text between `<!DOCTYPE` and `>`.
 */
export const harmIn = (doctype: string): string | undefined => {
  if (doctype.length > longest) return `is longer than ${longest} characters`
  const bare = doctype.replace(/<!--[^]*?-->|<\?[^]*?\?>/g, ' ')
  if (isOfCUnit.test(bare)) return undefined
  // DECISIONS 85
  if (/^\s*[^\s[]+\s+(?:SYSTEM|PUBLIC)(?![\w-])/.test(bare)) return 'names another file'
  if (/<!ENTITY|%/.test(bare)) return 'declares entities'
  return /<!ATTLIST[^<>"']*["']/.test(bare) ? 'gives attributes values' : undefined
}

const longest = 8192

// Each report of CUnit names this DTD, which declares only elements. The file is not read. DECISIONS 513
const isOfCUnit = /^\s*CUNIT_TEST_RUN_REPORT\s+SYSTEM\s+"CUnit-Run\.dtd"\s*$/

/** Returns the offset after the DOCTYPE that begins at `from`; undefined if it does not end in the text. */
export const endOfDoctype = (text: string, from: number): number | undefined => {
  let quote = ''
  let brackets = 0
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at)
    if (quote) quote = character === quote ? '' : quote
    else if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at)
      if (end < 0) return undefined
      at = end + 2
    } else if (character === '"' || character === "'") quote = character
    else if (character === '[') brackets++
    else if (character === ']') brackets--
    else if (character === '>' && brackets === 0) return at + 1
  }
  return undefined
}
