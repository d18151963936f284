import { type Command, Option } from 'commander'
import type { Context } from '../../composition/context.ts'
import type { Noun } from '../../contract/vocabulary.ts'
import { UsageError } from '../../errors.ts'
import { collectValues } from '../shared/verbs/index.ts'

/** The flags that all requests of `testctl api` have. */
export type RequestFlags = {
  field?: readonly string[]
  /** The value of `--input`. */
  document?: string
  /** The value of `--input-file`. */
  documentFile?: string
  paginate?: boolean
  include?: boolean
}

/** Adds the flags of RequestFlags to a command: a request by its path, an operation, or an operation that lists. */
export const requestFlags = (command: Command, { of }: { of: 'request' | 'operation' | 'list' }): Command => {
  const isRequest = of === 'request'
  command.option(
    '-f, --field <key=value>',
    isRequest ? 'a field of the query (GET) or of the body; repeat for more' : 'a field as it is; repeat for more',
    collectValues,
  )
  const document = isRequest ? 'the body' : 'the fields that no flag gives'
  command.addOption(named(new Option('--input <json>', `${document}: JSON; - for stdin`), 'document'))
  command.addOption(named(new Option('--input-file <file>', `${document}, from a file; - for stdin`), 'documentFile'))
  if (of !== 'operation') command.option('--paginate', 'read all pages, and print the rows as one array')
  return command.option('-i, --include', 'also print status and headers')
}

// commander would store `--input` and `--no-input`, a flag of every command, under the same attribute `input`.
const named = (option: Option, name: string): Option => Object.assign(option, { attributeName: () => name })

/** Throws a UsageError, before anything is sent, if the response cannot be printed in the format that was asked for. */
export const checkForm = async (
  context: Context,
  { include, paginate }: RequestFlags,
  { noun, instead }: { noun: Noun | undefined; instead?: string },
): Promise<void> => {
  const { format } = await context.printer()
  const form = ofRows.includes(format) || context.flags().columns === undefined ? format : 'columns'
  if (include && paginate)
    throw new UsageError('--include and --paginate exclude each other', { hint: 'leave out one of them' })
  if (include && !asSent.includes(format))
    throw new UsageError(`--include prints the raw response; --${format} does not`, {
      hint: 'leave out one of them',
    })
  if (ofRows.includes(form) && !(paginate && noun))
    throw new UsageError(`testctl api prints the raw response, which --${form} cannot show`, {
      hint: instead ?? 'a list can be printed so with --paginate',
    })
}

/** The formats in which a response is printed as it came. */
export const asSent: readonly string[] = ['table', 'tsv', 'json']

// Formats, and the flag `--columns`, that select from rows and need to know the kind of the rows. DECISIONS 305, 306
const ofRows: readonly string[] = ['csv', 'template', 'quiet', 'columns']
