import { rowsToTable } from '../html/table.ts'
import { childOf, childrenOf, type XmlNode, childText } from '../xml/tree.ts'

/** Formats the rows of a data-driven case as a Markdown table, with one column for each variable. */
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
