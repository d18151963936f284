import { type Command, Option } from 'commander'
import type { Context } from '../../composition/context.ts'
import type { Noun } from '../../contract/vocabulary.ts'
import { UsageError } from '../../errors.ts'
import { collectValues } from '../shared/verbs/index.ts'

/** The flags that all requests of `testctl api` have. */
export type RequestFlags = {
  field?: readonly string[]
  /** What `--input` got. */
  document?: string
  /** … and `--input-file`. */
  documentFile?: string
  paginate?: boolean
  include?: boolean
}

/** Gives a command those flags: of a request by its path, of an operation, or of one that lists. */
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

// The name is taken: --no-input is a flag of every command, and commander keeps both under `input`.
const named = (option: Option, name: string): Option => Object.assign(option, { attributeName: () => name })

/** Refuses, before anything is sent, a form in which the answer cannot be printed. */
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

// What chooses from rows, and needs to know of what kind these are. DECISIONS 305, 306
const ofRows: readonly string[] = ['csv', 'template', 'quiet', 'columns']
