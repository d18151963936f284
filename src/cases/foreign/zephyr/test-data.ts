import { rowsToTable } from '../html/table.ts'
import { childOf, childrenOf, type XmlNode, childText } from '../xml/tree.ts'

/** The rows of a case that is driven by data, as a table of Markdown: a line a row, a column a variable. */
export const rowsOfData = (wrapper: XmlNode): string => {
  const rows = childrenOf(wrapper, 'testDataRow').map((row) =>
    childrenOf(childOf(row, 'testDataColumns'), 'testData').map((data) => ({
      name: childText(data, 'name').trim(),
      value: childText(data, 'value').trim(),
    })),
  )
  const names = [...new Set(rows.flatMap((row) => row.map(({ name }) => name)))]
  return names.length === 0
    ? ''
    : rowsToTable([names, ...rows.map((row) => names.map((name) => row.find((one) => one.name === name)?.value ?? ''))])
}
