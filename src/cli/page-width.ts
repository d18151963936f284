/** Returns the width of a help page: the terminal's, but between 40 and 100 columns; 80 without a terminal. */
export const pageWidth = (columns: number | undefined): number => Math.min(Math.max(columns || 80, 40), 100)

/**
 * Fits the text of a help page into a width: paragraphs are wrapped anew, lists keep their second column, and a long example
 * continues on the next line after a backslash, as a shell reads it.
 */
export const fitPage = (page: string, width: number): string => {
  const lines: string[] = []
  let paragraph: string[] = []
  const end = (): void => {
    if (paragraph.length > 0)
      for (const line of wrapIndented(paragraph.join(' '), { width, indent: '' })) lines.push(line)
    paragraph = []
  }
  for (const line of page.split('\n')) {
    if (/^(?!Usage: )\S/.test(line)) paragraph.push(line)
    else {
      end()
      for (const fitting of fitLine(line, width)) lines.push(fitting)
    }
  }
  end()
  return lines.join('\n')
}

const fitLine = (line: string, width: number): string[] => {
  if (line.length <= width) return [line]
  if (/^ {2}testctl /.test(line)) return foldExample(line, width)
  if (line.startsWith('Usage: ')) return wrapIndented(line, { width, indent: ' '.repeat(7) })
  const [lead = ''] = /^ *(?:\S+(?: \S+)* {2,})?/.exec(line) ?? []
  return wrapIndented(line, { width, indent: ' '.repeat(Math.min(lead.length, Math.floor(width / 2))) })
}

/** Wraps a text to a width, and indents all lines but the first; a word that is longer stays whole. */
export const wrapIndented = (text: string, { width, indent }: { width: number; indent: string }): string[] => {
  const lines: string[] = []
  let rest = text
  while (rest.length > width) {
    const at = rest.lastIndexOf(' ', width)
    const end = at > indent.length ? at : rest.indexOf(' ', indent.length + 1)
    if (end < 0 || rest.slice(0, end).trim() === '') break
    lines.push(rest.slice(0, end).trimEnd())
    rest = indent + rest.slice(end).trimStart()
  }
  return [...lines, rest]
}

/** Breaks a long example between words, never inside quotes; between a flag and its value only if both need more than a line. */
const foldExample = (line: string, width: number): string[] => {
  const lines: string[] = []
  let current = ''
  const pairs = line.trim().match(/(?:--[a-z][\w-]* (?!-))?(?:'[^']*'|"(?:\\.|[^"\\])*"|\S)+/g) ?? []
  const [first, next] = ['  ', '      ']
  for (const pair of pairs) {
    const flag = next.length + pair.length > width - 2 ? (/^--\S+ /.exec(pair)?.[0] ?? '') : ''
    for (const word of [flag.trim(), pair.slice(flag.length)].filter(Boolean)) {
      const longer = current === '' ? `${lines.length === 0 ? first : next}${word}` : `${current} ${word}`
      if (longer.length > width - 2 && current !== '') {
        lines.push(`${current} \\`)
        current = `${next}${word}`
      } else current = longer
    }
  }
  return [...lines, current]
}
