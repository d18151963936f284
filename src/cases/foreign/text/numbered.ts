/**
 * The parts of a numbered text: `1. Open`, `2. Submit`. Undefined unless it is certain: it begins with 1, no number is missing,
 * and nothing stands before. A number on a line that is not the next one is part of the text.
 */
export const splitNumbered = (text: string): string[] | undefined => {
  const lines = text.replace(/\r\n?/g, '\n').trim().split('\n')
  const parts: string[][] = []
  const style = /^\s*1\s*([.)])(?:\s|$)/.exec(lines[0] ?? '')?.[1]
  if (!style) return undefined
  for (const line of lines) {
    const [found, number, mark] = /^(?:\s{0,3})(\d{1,4})\s*([.)])(?=\s|$)\s?/.exec(line) ?? []
    if (found !== undefined && mark === style) {
      if (Number(number) === parts.length + 1) parts.push([line.slice(found.length)])
      // A gap, or a list in a list: who knows.
      else return undefined
    } else parts.at(-1)!.push(line)
  }
  return parts.map((part) => part.join('\n').trim())
}
