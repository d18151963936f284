/**
 * The value of a custom field as the text of a cell: a text as it is, anything else, an empty text and a text that looks like this
 * as `json:` and JSON. An empty cell is a field that is not there. DECISIONS 206
 */
export const cellOfValue = (value: unknown): string =>
  typeof value === 'string' && value !== '' && !value.startsWith(mark) ? value : `${mark}${JSON.stringify(value)}`

/** The value that a cell says; undefined where its JSON is none. */
export const valueOfCell = (cell: string): { value: unknown } | undefined => {
  if (!cell.startsWith(mark)) return { value: cell }
  try {
    return { value: JSON.parse(cell.slice(mark.length)) as unknown }
  } catch {
    return undefined
  }
}

const mark = 'json:'
