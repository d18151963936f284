import { UsageError } from '../errors.ts'
import type { Flags } from '../cli/flags.ts'
import type { Io } from '../system/io.ts'
import type { Printed } from './printed-kind.ts'
import { chooseColumns } from './cells/resource-columns.ts'
import { checkFields } from './formats/field-names.ts'
import { chooseFormat } from './formats/choose.ts'
import { fieldsIn, parseTemplate } from './formats/template.ts'

/**
 * Refuses, before a command begins, what could not be printed when it has ended: flags that exclude each other, a broken
 * template, a column or a field that is not in the output (`prints`).
 */
export const checkPrintable = ({
  flags,
  io,
  prints,
}: {
  flags: Flags
  io: Pick<Io, 'stdout'>
  prints: Printed | undefined
}): void => {
  const format = chooseFormat(flags, io)
  const { template, columns, jq } = flags
  const fields = template === undefined ? [] : fieldsIn(parseTemplate(template))
  if (prints === 'script') {
    if (jq !== undefined || !['table', 'tsv', 'quiet'].includes(format))
      throw new UsageError(
        `this command prints a script, which has no form for --${jq === undefined ? format : 'jq'}`,
        {
          hint: 'leave it out',
        },
      )
  } else if (prints) {
    checkFields(prints, fields)
    chooseColumns(prints, { typed: columns })
  }
}
