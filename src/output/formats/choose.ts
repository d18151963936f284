import { UsageError } from '../../errors.ts'
import type { Flags } from '../../cli/flags.ts'
import type { OutputStream } from '../../system/io.ts'
import type { OutputFormat } from '../printer.ts'

/** Returns the format that the flags ask for; without any, a table on a terminal and tab-separated lines on a pipe. */
export const chooseFormat = (flags: Flags, io: { stdout: Pick<OutputStream, 'isTTY'> }): OutputFormat => {
  const { csv, csvRaw, bom, template, jq } = flags
  const given = { ...flags, csv: csv || csvRaw || bom, template: template !== undefined }
  const asked = (['json', 'ndjson', 'quiet', 'csv', 'template'] as const).filter((format) => given[format])
  // jq reads JSON, and its own output has no other format.
  const names = jq === undefined ? asked : [...asked.filter((one) => one !== 'json'), 'jq']
  const [name] = names
  if (names.length > 1) {
    const typed = names.map((one) => (one !== 'csv' || csv ? one : csvRaw ? 'csv-raw' : 'bom'))
    throw new UsageError(`--${typed.join(' and --')} exclude each other`, { hint: 'leave out all but one' })
  }
  if (name && name !== 'csv' && flags.columns !== undefined)
    throw new UsageError(`--columns is for tables; --${name} has none`, { hint: hints[name] })
  const [format] = jq === undefined ? asked : (['json'] as const)
  return format ?? (io.stdout.isTTY ? 'table' : 'tsv')
}

const hints: Readonly<Record<string, string>> = {
  json: 'choose fields with --jq',
  ndjson: 'choose fields with --jq',
  quiet: 'leave out one of them',
  jq: 'name the fields in the expression',
  template: 'name the fields in the template',
}
