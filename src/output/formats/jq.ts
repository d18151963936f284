import type { Form } from '../printer.ts'
import type { Resource } from '../cells/row.ts'

/**
 * What text is sent through: `write` says whether more is wanted, `end` waits until all has come out at the other end and
 * throws what went wrong, `abandon` lets go of it with nothing more coming out.
 */
export type Filter = {
  write: (text: string) => Promise<boolean>
  end: () => Promise<void>
  abandon: () => Promise<void>
}

/** `--jq`: what `--json` would print, streamed through jq; and the same for a text that is JSON already. */
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

/** An array in pieces of this many characters. */
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

/** JSON that every jq takes: some refuse half of a surrogate pair, others read it as this character. */
const encode = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, '$1\ufffd')
