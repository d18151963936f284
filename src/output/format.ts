import { UsageError } from '../errors.ts'
import type { Flags } from '../flags.ts'
import type { Output } from '../io.ts'
import type { Format } from './printer.ts'

/** The form that the flags ask for; without any, a table on a terminal and tab-separated lines on a pipe. */
export const chooseFormat = (flags: Flags, io: { stdout: Pick<Output, 'isTTY'> }): Format => {
  const asked = (['json', 'ndjson', 'quiet'] as const).filter((format) => flags[format])
  const [format] = asked
  if (asked.length > 1) throw new UsageError(`--${asked.join(' and --')} exclude each other`)
  if (format && flags.columns !== undefined)
    throw new UsageError(`--columns is for tables; --${format} has none`, {
      hint: format === 'quiet' ? 'leave out one of them' : 'choose fields with jq',
    })
  return format ?? (io.stdout.isTTY ? 'table' : 'tsv')
}
