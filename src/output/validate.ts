import { type Noun, relations as relationsOf } from '../contract/vocabulary.ts'
import { UsageError } from '../errors.ts'
import type { Flags } from '../cli/flags.ts'
import type { Io } from '../system/io.ts'
import type { Announced } from './printed-kind.ts'
import { chooseColumns } from './cells/resource-columns.ts'
import { fieldsTyped, isPrinted, relationOf } from './cells/related-columns.ts'
import { checkAnnounced, checkFields } from './formats/field-names.ts'
import { chooseFormat } from './formats/choose.ts'
import { fieldsIn, parseTemplate } from './formats/template.ts'

/**
 * Throws a UsageError before a command begins, if its answer could not be printed: flags that exclude each other, a broken
 * template, a column or a field that is not in the output (`prints`). If the command changes something, every field must be one
 * of the interface, because the first row comes after the change; a plan (`--dry-run`) is another answer. DECISIONS 67, 286, 328
 */
export const checkPrintable = ({
  flags,
  io,
  announced: { prints, changes = false, relations = [] },
}: {
  flags: Flags
  io: Pick<Io, 'stdout'>
  announced: Announced
}): void => {
  const format = chooseFormat(flags, io)
  const { template, columns, jq } = flags
  const fields = template === undefined ? [] : fieldsIn(parseTemplate(template))
  if (template !== undefined && fields.length === 0 && otherFields.test(template))
    throw new UsageError('--template names no field', { hint: 'a field is {identifier}; --json shows all of them' })
  if (prints === 'script') {
    const form = jq === undefined ? (columns === undefined ? format : 'columns') : 'jq'
    if (!['table', 'tsv', 'quiet'].includes(form))
      throw new UsageError(`this command prints a script, which has no form for --${form}`, { hint: 'leave it out' })
  } else if (typeof prints === 'string') {
    checkFields(prints, fields, { strict: changes && !flags.dryRun })
    chooseColumns(prints, { typed: columns })
    refuseEmpty(prints, fieldsTyped(flags), relations)
  } else if (prints && !flags.dryRun) {
    checkAnnounced(prints, fieldsTyped(flags))
  }
}

// An empty template, or a field as other tools write it. Text alone may be meant, such as a line per row to count. DECISIONS 328
const otherFields = /^$|\{\{\s*[.$\w]|%\(?[a-z]|\$[{(]?\w/i

/** Throws a UsageError for a column that only other commands get: an empty cell would say that there is nothing. DECISIONS 288 */
const refuseEmpty = (noun: Noun, fields: readonly string[], relations: readonly string[]): void => {
  for (const field of fields) {
    if (isPrinted(noun, field, relations)) continue
    const readers = Object.entries(relationsOf[noun as keyof typeof relationsOf] ?? {})
      .filter(([, names]) => (names as readonly string[]).includes(relationOf(noun, field) ?? ''))
      .map(([verb]) => `testctl ${noun} ${verb}`)
    throw new UsageError(`the answer of this command has no ${field}`, {
      hint: `it is shown by ${readers.join(' and ')}`,
    })
  }
}
