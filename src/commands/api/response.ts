import type { Context } from '../../composition/context.ts'
import type { Noun } from '../../contract/vocabulary.ts'
import { InterfaceError, UnavailableError, UsageError } from '../../errors.ts'
import type { Resource } from '../../output/cells/row.ts'
import { readPages } from '../../contract/pagination.ts'
import type { Response } from '../../wire/message.ts'
import { identified } from '../shared/verbs/list.ts'
import { asSent, type RequestFlags } from './flags.ts'

/** Prints a response as the service sent it, indented on a terminal. Formats such as `--ndjson` print the parsed value. */
export const printResponse = async (
  context: Context,
  { status, headers, body }: Response,
  { include, method }: RequestFlags & { method: string },
): Promise<void> => {
  if (method !== 'GET') context.noteChange()
  const printer = await context.printer()
  if (!asSent.includes(printer.format)) return printer.answer(body === '' ? {} : JSON.parse(body), [body])
  await printer.document(ended(body), include ? headOf({ status, headers }) : undefined)
}

/**
 * Returns a handler that, with `--include`, prints the response of a failed request as it came, before the error. Without it,
 * stdout stays empty on failure (PROMISES, "Errors"). DECISIONS 297
 */
export const printRefusal =
  (context: Context, { include }: RequestFlags) =>
  async ({ status, headers, body }: Response): Promise<void> => {
    if (!include || context.flags().jq !== undefined) return
    const printer = await context.printer()
    try {
      await printer.raw(headOf({ status, headers }) + ended(body))
    } catch (error) {
      // stdout failed, but nothing was done: only warn, so that the exit code is that of the refusal.
      if (!(error instanceof UnavailableError)) throw error
      await printer.warn(error.message)
    }
  }

const ended = (body: string): string => (body === '' || body.endsWith('\n') ? body : `${body}\n`)

const headOf = ({ status, headers }: Pick<Response, 'status' | 'headers'>): string =>
  [`HTTP ${status}`, ...Object.entries(headers).map((pair) => pair.join(': ')), '', ''].join('\n')

/** Throws a UsageError if the fields that were given include `limit` or `offset`, which `--paginate` sets itself. */
export const refusePage = (fields: readonly string[]): void => {
  if (fields.includes('limit') || fields.includes('offset'))
    throw new UsageError('--paginate sets limit and offset itself', { hint: 'leave them out' })
}

type Page = { limit: number; offset: number }

/**
 * Reads every page of a list and prints the rows as one array, or in the format that was asked for. Prints them as they came,
 * except that formats which name rows use their identifiers if the `project` is known.
 */
export const printPages = async (
  context: Context,
  {
    noun,
    project,
    read,
  }: {
    noun: Noun | undefined
    project?: string | undefined
    read: (page: Page) => Promise<Response | undefined>
  },
): Promise<void> => {
  const printer = await context.printer()
  // A dry run only notes the first request.
  if (context.flags().dryRun) return void (await read({ limit: 1000, offset: 0 }))
  const progress = context.io.stdout.isTTY ? undefined : context.progress('reading')
  const listing = readPages(async (page) => pageOf((await read(page))?.body ?? ''), {}, progress)
  try {
    // The kind of the rows matters only when columns are chosen, and checkForm ensures that it is known then.
    const { columns, jq } = context.flags()
    if ((['csv', 'template', 'quiet'].includes(printer.format) || columns !== undefined) && noun)
      await printer.list(noun, named(noun, project, listing.rows))
    else if (!asSent.includes(printer.format) || jq !== undefined) await printer.list(noun ?? 'projects', listing.rows)
    else for await (const text of arrayOf(listing.rows)) await printer.raw(text)
  } finally {
    progress?.done()
  }
  if (listing.changed()) await printer.warn('the list changed while it was read: rows may be missing; read it again')
}

const named = async function* (
  noun: Noun,
  project: string | undefined,
  rows: AsyncIterable<Resource>,
): AsyncGenerator<Resource> {
  for await (const row of rows) yield identified(noun, project, row)
}

/** Encodes rows as a JSON array in chunks. The `]` comes after the last row, so a truncated array is not valid JSON. */
const arrayOf = async function* (rows: AsyncIterable<Resource>): AsyncGenerator<string> {
  let text = '['
  let begun = false
  try {
    for await (const row of rows) {
      text += `${text === '[' ? '' : ',\n'}${JSON.stringify(row)}`
      if (text.length < piece) continue
      yield text
      begun = true
      text = ''
    }
  } catch (error) {
    // On a terminal, the error then starts on a new line.
    if (begun) yield '\n'
    throw error
  }
  yield `${text}]\n`
}

const piece = 32 * 1024

/** Parses a page of a list; the rows may be under any name. Throws an InterfaceError for any other answer. */
const pageOf = (body: string): { rows: (Resource & { id: string })[]; pagination: Page & { total: number } } => {
  const page = Object(JSON.parse(body)) as Record<string, unknown>
  const rows = Object.values(page).find((value) => Array.isArray(value))
  const { limit, offset, total } = Object(page['pagination']) as Page & { total: number }
  if (!rows || ![limit, offset, total].every((number) => typeof number === 'number'))
    throw new InterfaceError('the answer is not a page of a list', { hint: 'leave out --paginate' })
  return { rows, pagination: { limit, offset, total } }
}
