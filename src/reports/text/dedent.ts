/** Removes the white space that all lines begin with. */
export const dedentLines = (lines: readonly string[]): string[] => {
  let margin = Infinity
  for (const line of lines) {
    const start = line.search(/\S/)
    if (start === 0) return [...lines]
    if (start > 0 && start < margin) margin = start
  }
  return lines.map((line) => line.slice(margin))
}
