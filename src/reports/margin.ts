/** Lines without the white space that all of them begin with. */
export const withoutMargin = (lines: readonly string[]): string[] => {
  const margins = lines.filter((line) => line.trim()).map((line) => line.search(/\S/))
  const margin = margins.reduce((least, one) => Math.min(least, one), Infinity)
  return lines.map((line) => line.slice(margin))
}
