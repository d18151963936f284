import type { Noun } from '../contract/vocabulary.ts'
import { UsageError } from '../errors.ts'
import type { Flags } from '../flags.ts'
import type { Io, Output } from '../io.ts'
import { chooseColumns } from './columns.ts'
import { checkFields } from './fieldnames.ts'
import type { Format } from './printer.ts'
import { fieldsIn, parseTemplate } from './template.ts'

/** The form that the flags ask for; without any, a table on a terminal and tab-separated lines on a pipe. */
export const chooseFormat = (flags: Flags, io: { stdout: Pick<Output, 'isTTY'> }): Format => {
  const { csv, csvRaw, template } = flags
  const given = { ...flags, csv: csv || csvRaw, template: template !== undefined }
  const asked = (['json', 'ndjson', 'quiet', 'csv', 'template'] as const).filter((format) => given[format])
  const [format] = asked
  if (asked.length > 1) throw new UsageError(`--${asked.join(' and --')} exclude each other`)
  if (format && format !== 'csv' && flags.columns !== undefined)
    throw new UsageError(`--columns is for tables; --${format} has none`, { hint: hints[format] })
  return format ?? (io.stdout.isTTY ? 'table' : 'tsv')
}

const hints: Readonly<Record<string, string>> = {
  json: 'choose fields with jq',
  ndjson: 'choose fields with jq',
  quiet: 'leave out one of them',
  template: 'name the fields in the template',
}

/** Refuses, before a command begins, what could not be printed when it has ended; `prints` are the resources it prints. */
export const checkForm = ({ flags, io, prints }: { flags: Flags; io: Io; prints: Noun | undefined }): void => {
  chooseFormat(flags, io)
  const { template, columns } = flags
  const fields = template === undefined ? [] : fieldsIn(parseTemplate(template))
  if (!prints) return
  checkFields(prints, fields)
  chooseColumns(prints, 'pipe', { typed: columns })
}
