import type { Form } from '../printer.ts'
import { textOfLine } from '../cells/line.ts'
import { handleOf } from '../cells/resource-name.ts'
import type { Resource } from '../cells/row.ts'
import { safe, safeLines } from '../text/escape.ts'
import type { Writer } from '../writer.ts'

/** `--quiet`: one identifier per line, or the id if none is known; of any other table the first column. */
export const quietForm = ({ write }: Writer): Form => {
  const writeHandle = (row: Resource) => write(`${safe(handleOf(row))}\n`)
  return {
    list: async (_, rows) => {
      for await (const row of rows) await writeHandle(row)
    },
    item: (_, row) => writeHandle(row),
    changed: (_, row) => writeHandle(row),
    table: async ([first = ''], rows) => {
      for await (const row of rows) await write(`${safe(String(row[first] ?? ''))}\n`)
    },
    answer: async (_, lines) => {
      for (const line of lines) await write(`${safeLines(textOfLine(line))}\n`)
    },
  }
}
