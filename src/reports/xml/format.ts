import { UsageError } from '../../errors.ts'
import type { ReportFormat, Taker } from '../report-format.ts'
import { type FormatKey, formatNames } from '../../contract/report-formats.ts'
import { sourceName } from '../../system/files/text.ts'
import { readXml, type Visitor } from './index.ts'

/**
 * Builds a format that is XML, recognised by its root element, and by `looks` if another format has the same root. Throws a
 * UsageError for a report with another root: then `--format` named the wrong format.
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
  createVisitor: (taker: Taker) => Visitor
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
