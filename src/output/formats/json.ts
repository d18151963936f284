import type { Form } from '../printer.ts'
import type { Resource } from '../cells/row.ts'
import { safeJson } from '../text/escape.ts'
import type { Writer } from '../writer.ts'
import { isObject } from '../../system/json/is-object.ts'

/** `--json`: an object, or an array that is written as it streams in; exactly what the service answered. */
export const jsonForm = ({ write }: Writer): Form => ({
  list: (_, rows) => writeArray(write, rows),
  item: (_, row) => write(pretty(row)),
  changed: (_, row) => write(pretty(row)),
  table: (_, rows) => writeArray(write, rows),
  answer: async (value) => {
    for (const piece of answerPieces(value)) await write(piece)
  },
})

/** `--ndjson`: one object per line. */
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

/** Yields the text of `pretty` in pieces, long lists item by item: as one text, 100,000 items take a third of all memory. */
const answerPieces = function* (value: unknown): Generator<string> {
  const fields = isObject(value) ? Object.entries(value) : []
  if (!fields.some(([, field]) => isLong(field))) return yield pretty(value)
  let before = '{'
  for (const [name, field] of fields) {
    const beginning = `${before}\n  ${safeJson(JSON.stringify(name))}: `
    if (isLong(field)) {
      for (const [at, item] of field.entries())
        yield `${at === 0 ? `${beginning}[` : ','}\n    ${indented(item, '    ')}`
      yield '\n  ]'
    } else if (field === undefined) continue
    else yield `${beginning}${indented(field, '  ')}`
    before = ','
  }
  yield '\n}\n'
}

const isLong = (field: unknown): field is unknown[] => Array.isArray(field) && field.length >= 1000

const indented = (value: unknown, indent: string): string => pretty(value).trimEnd().replaceAll('\n', `\n${indent}`)

/** The array is opened by its first row and closed after its last, so that one cut short can't be taken for whole. */
const writeArray = async (
  write: Writer['write'],
  rows: AsyncIterable<Resource> | Iterable<Resource>,
): Promise<void> => {
  let opened = false
  try {
    for await (const row of rows) {
      await write(`${opened ? ',' : '['}\n  ${indented(row, '  ')}`)
      opened = true
    }
  } catch (error) {
    // On a terminal the error then starts on a line of its own.
    if (opened) await write('\n')
    throw error
  }
  await write(opened ? '\n]\n' : '[]\n')
}
