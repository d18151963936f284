import type { Form } from '../printer.ts'
import type { Resource } from '../cells/row.ts'

/**
 * A process that text is piped through: `write` returns whether it wants more input; `end` waits for all of its output, and throws if
 * it failed; `abandon` kills it.
 */
export type Filter = {
  write: (text: string) => Promise<boolean>
  end: () => Promise<void>
  abandon: () => Promise<void>
}

/** `--jq`: streams through jq what `--json` would print, or a text that is JSON already. */
export const jqForm = (open: () => Promise<Filter>): Form => {
  const feed = async (texts: AsyncIterable<string> | Iterable<string>) => {
    const filter = await open()
    try {
      for await (const text of texts) if (!(await filter.write(text))) break
    } catch (error) {
      await filter.abandon()
      throw error
    }
    await filter.end()
  }
  const value = (one: unknown) => feed([encode(one)])
  return {
    list: (_, rows) => feed(arrayOf(rows)),
    item: (_, row) => value(row),
    changed: (_, row) => value(row),
    table: (_, rows) => feed(arrayOf(rows)),
    answer: value,
    document: (text) => feed([text]),
  }
}

/** Yields the rows as a JSON array, in pieces of about `piece` characters. */
const arrayOf = async function* (rows: AsyncIterable<Resource> | Iterable<Resource>): AsyncGenerator<string> {
  let waiting = '['
  let separator = ''
  for await (const row of rows) {
    waiting += separator + encode(row)
    separator = ','
    if (waiting.length < piece) continue
    yield waiting
    waiting = ''
  }
  yield `${waiting}]`
}

const piece = 32 * 1024

/** Encodes JSON that every jq accepts: some refuse a lone surrogate, others read it as U+FFFD. */
const encode = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, '$1\ufffd')
