/**
 * Splits a numbered text: `1. Open`, `2. Submit`. Undefined unless it is certain: it begins with 1, and each further number is the next
 * one. A number with another mark, such as `1)` in a list of `1.`, is part of the text.
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
      // A gap, or a nested list: not certain.
      else return undefined
    } else parts.at(-1)!.push(line)
  }
  return parts.map((part) => part.join('\n').trim())
}
