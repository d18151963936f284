/**
 * Splits a numbered text of Qase: `1. "…"` with a JSON string, or `1. …` without quotes in older exports. Undefined if the text does
 * not begin with 1. A line with any other number than the next one is part of the text.
 */
export const numberedPartsOf = (text: string): string[] | undefined => {
  const lines = text.replace(/\r\n?/g, '\n').trim().split('\n')
  const parts: string[] = []
  for (const line of lines) {
    const [found, number] = /^(\d+)\.(?: |$)/.exec(line) ?? []
    if (found !== undefined && Number(number) === parts.length + 1) parts.push(line.slice(found.length))
    else if (parts.length > 0) parts[parts.length - 1] += `\n${line}`
    else return undefined
  }
  return parts.map(unquote)
}

const unquote = (part: string): string => {
  const text = part.trim()
  if (!/^"[^]*"$/.test(text) || text.length < 2) return text
  try {
    // Not all versions escape a line end or a tab in it.
    return JSON.parse(text.replace(/\n/g, '\\n').replace(/\t/g, '\\t')) as string
  } catch {
    // Words in quotes: `"Save" and "Cancel"`.
    return text
  }
}
