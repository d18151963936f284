import type { Form } from './form.ts'
import { textOf } from './line.ts'
import { handleOf } from './naming.ts'
import type { Row } from './printer.ts'
import { safe, safeLines } from './text.ts'
import type { Writer } from './write.ts'

/** `--quiet`: the identifier of each, or its id where none is known, one a line; of any other table the first column. */
export const quietForm = ({ write }: Writer): Form => {
  const writeHandle = (row: Row) => write(`${safe(handleOf(row))}\n`)
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
      for (const line of lines) await write(`${safeLines(textOf(line))}\n`)
    },
  }
}
