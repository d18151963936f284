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
  const read = parts.map(unquote)
  return read.includes(undefined) ? undefined : (read as string[])
}

const unquote = (part: string): string | undefined => {
  const text = part.trim()
  if (!/^"[^]*"$/.test(text) || text.length < 2) return text
  try {
    // Not all versions escape a line end or a tab in it.
    const value: unknown = JSON.parse(text.replace(/\n/g, '\\n').replace(/\t/g, '\\t'))
    return typeof value === 'string' ? value : undefined
  } catch {
    // Words in quotes: `"Save" and "Cancel"`.
    return text
  }
}
