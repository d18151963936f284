import { UsageError } from '../../errors.ts'
import type { Taker } from '../report-format.ts'
import { type LineReader, lineFormat } from '../text/format.ts'
import { parseRecord } from './record.ts'
import { sourceName } from '../../system/files/text.ts'

/**
 * One result per line, as JSON: the fields of an outcome, of which `name` and `result` are required, or the short form
 * `{"test":"WEB-T12","result":"failed","comment":"…"}`. Empty lines are skipped. Throws a UsageError that names the line if it
 * cannot be read, lacks a required field, or has an unknown or invalid one. DECISIONS 51
 */
export const ndjson = lineFormat({
  key: 'ndjson',
  recognises: ({ keys }) => keys !== undefined && keys.has('result') && (keys.has('name') || keys.has('test')),
  createReader: (taker) => readNdjson(taker),
})

const readNdjson = ({ report, found }: Taker): LineReader => ({
  line: (text, line) => {
    if (!text.trim()) return
    const record = parseRecord(text)
    if (typeof record === 'string')
      throw new UsageError(`${sourceName(report)}:${line} cannot be read: ${record}`, {
        hint: 'a line looks like {"name":"Login works","result":"passed"} or {"test":"WEB-T12","result":"failed"}',
      })
    found({ ...record, report, line })
  },
  end: () => {},
})
