import type { Form } from '../printer.ts'
import type { Resource } from '../cells/row.ts'
import { safeJson } from '../text/escape.ts'
import type { Writer } from '../writer.ts'

/** `--json`: an object, or one array that is written as it streams in; exactly what the service said. */
export const jsonForm = ({ write }: Writer): Form => ({
  list: (_, rows) => writeArray(write, rows),
  item: (_, row) => write(pretty(row)),
  changed: (_, row) => write(pretty(row)),
  table: (_, rows) => writeArray(write, rows),
  answer: (value) => write(pretty(value)),
})

/** `--ndjson`: an object a line. */
export const ndjsonForm = ({ write }: Writer): Form => {
  const writeLine = (value: unknown) => write(`${safeJson(JSON.stringify(value) ?? 'null')}\n`)
  const writeLines = async (rows: AsyncIterable<unknown> | Iterable<unknown>) => {
    for await (const row of rows) await writeLine(row)
  }
  return {
    list: (_, rows) => writeLines(rows),
    item: (_, row) => writeLine(row),
    changed: (_, row) => writeLine(row),
    table: (_, rows) => writeLines(rows),
    answer: (value) => (Array.isArray(value) ? writeLines(value) : writeLine(value)),
  }
}

const pretty = (value: unknown): string => `${safeJson(JSON.stringify(value, null, 2) ?? 'null')}\n`

/** The array is opened by its first row and closed after its last, so that one cut short can't be taken for whole. */
const writeArray = async (
  write: Writer['write'],
  rows: AsyncIterable<Resource> | Iterable<Resource>,
): Promise<void> => {
  let opened = false
  try {
    for await (const row of rows) {
      await write(`${opened ? ',' : '['}\n  ${pretty(row).trimEnd().replaceAll('\n', '\n  ')}`)
      opened = true
    }
  } catch (error) {
    // Only so that on a terminal the error stands on a line of its own.
    if (opened) await write('\n')
    throw error
  }
  await write(opened ? '\n]\n' : '[]\n')
}
