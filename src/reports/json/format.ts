import type { ReportFormat, Taker } from '../report-format.ts'
import { type FormatKey, formatNames } from '../../contract/report-formats.ts'
import { readJson } from './index.ts'
import type { JsonListener } from '../../system/json/scanner.ts'

/** Builds a format that is one JSON document, and is recognised by the paths of its first keys. */
export const jsonFormat = ({
  key,
  recognises,
  createListener,
}: {
  key: FormatKey
  recognises: (keys: ReadonlySet<string>) => boolean
  createListener: (taker: Taker) => JsonListener
}): ReportFormat => ({
  key,
  name: formatNames[key],
  recognises: ({ keys }) => keys !== undefined && recognises(keys),
  read: (source, drop) => readJson(source, (found) => createListener({ report: source.name, found, drop })),
})
