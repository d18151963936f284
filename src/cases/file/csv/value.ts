/**
 * Formats the value of a custom field as a cell: a text unchanged, any other value as `json:` and JSON. An empty text, and one that
 * begins with `json:`, are written as JSON as well; an empty cell means that the case does not have the field. DECISIONS 206
 */
export const cellOfValue = (value: unknown): string =>
  typeof value === 'string' && value !== '' && !value.startsWith(mark) ? value : `${mark}${JSON.stringify(value)}`

/** Parses the value of a cell; undefined if what follows `json:` is not valid JSON. */
export const valueOfCell = (cell: string): { value: unknown } | undefined => {
  if (!cell.startsWith(mark)) return { value: cell }
  try {
    return { value: JSON.parse(cell.slice(mark.length)) as unknown }
  } catch {
    return undefined
  }
}

const mark = 'json:'
