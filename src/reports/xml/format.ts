import { UsageError } from '../../errors.ts'
import type { Drop, ReportFormat } from '../report-format.ts'
import { type FormatKey, formatNames } from '../../contract/report-formats.ts'
import type { Outcome } from '../outcome.ts'
import { sourceName } from '../../system/files/text.ts'
import { readXml, type Visitor } from './index.ts'

/** What a visitor gets: the report's name, and the functions to call for each test and for each entry that is no test. */
export type XmlTaker = { report: string; found: (outcome: Outcome) => void; drop: Drop }

/**
 * A format that is XML, which its root element tells, and `looks` where another format has that root too. With another root,
 * `--format` asked for the wrong one: a UsageError.
 */
export const xmlFormat = ({
  key,
  roots,
  looks = () => true,
  createVisitor,
}: {
  key: FormatKey
  roots: readonly string[]
  looks?: ReportFormat['recognises']
  createVisitor: (taker: XmlTaker) => Visitor
}): ReportFormat => ({
  key,
  name: formatNames[key],
  recognises: (head) => head.root !== undefined && roots.includes(head.root) && looks(head),
  read: (source, drop) =>
    readXml(source, (found) => {
      const visitor = createVisitor({ report: source.name, found, drop })
      const open: Visitor['open'] = (element, within) => {
        if (within.length === 0 && !roots.includes(element.name))
          throw new UsageError(
            `${sourceName(source.name)} is not ${formatNames[key]}: it begins with <${element.name}>`,
            {
              hint: `${formatNames[key]} begins with <${roots.join('> or <')}>`,
            },
          )
        visitor.open(element, within)
      }
      return { ...visitor, open }
    }),
})
