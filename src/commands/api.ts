import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { InterfaceError, UsageError } from '../errors.ts'
import { addMutationFlags } from '../flags.ts'
import { readJson } from '../input.ts'
import type { Row } from '../output/printer.ts'
import { readPages } from '../pages.ts'
import { pairsOf } from './writing.ts'
import { collect } from './verb.ts'

type ApiFlags = { input?: string; field?: string[]; paginate?: boolean; include?: boolean }

/** `testctl api`: any request of the interface by method and path, its response as the service sent it. */
export const defineApi = (command: Command, context: Context): void => {
  addMutationFlags(command)
  command
    .usage('[GET|PUT|POST|DELETE] <path> [flags]')
    .argument('<method|path>')
    .argument('[path]')
    .option('-f, --field <key=value>', 'a field of the query of a GET, or else of the body; repeat for more', collect)
    .option('--input <json>', 'the body: JSON, @file.json, or - for stdin')
    .option('--paginate', 'read every page, and print the rows as one array')
    .option('-i, --include', 'print status and headers too')
    .addHelpText('after', examples)
    .action(async (first: string, second: string | undefined, flags: ApiFlags) => {
      const [method, path] = second === undefined ? ['GET', first] : [first.toUpperCase(), second]
      if (flags.paginate) return paginate(context, { method, path: withQuery(path, flags.field) })
      const request =
        method === 'GET'
          ? { method, path: withQuery(path, flags.field) }
          : { method, path, body: await bodyOf(context, flags) }
      const response = await context.request(request)
      if (!response) return
      const { status, headers, body } = response
      const head = flags.include
        ? [`HTTP ${status}`, ...Object.entries(headers).map((pair) => pair.join(': ')), '', '']
        : []
      await (await context.printer()).raw(`${head.join('\n')}${body.trimEnd()}\n`)
    })
}

const examples = `
Examples:
  testctl api GET /v1/projects
  testctl api /v1/projects -f limit=1 -i
  testctl api POST /v1/tests/$ID -f result=passed
  testctl api GET /v1/cases/$ID --paginate`

const withQuery = (path: string, fields: readonly string[] = []): string => {
  const query = new URLSearchParams(pairsOf(fields)).toString()
  return query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path
}

const bodyOf = async (context: Context, { field, input }: ApiFlags): Promise<string | undefined> => {
  if (field && input !== undefined) throw new UsageError('--field and --input exclude each other')
  if (input !== undefined) return JSON.stringify(await readJson(context.io, '--input', input))
  return field && JSON.stringify(pairsOf(field))
}

const paginate = async (context: Context, { method, path }: { method: string; path: string }): Promise<void> => {
  if (method !== 'GET') throw new UsageError('--paginate is for GET')
  const [, query] = path.split('?')
  if (/(^|&)(limit|offset)=/.test(query ?? ''))
    throw new UsageError('--paginate sets limit and offset itself', { hint: 'leave them out of the path' })
  const listing = readPages(async ({ limit, offset }) => {
    const response = await context.request({ method, path: withQuery(path, [`limit=${limit}`, `offset=${offset}`]) })
    // A dry run only notes the first of them.
    return response ? pageOf(response.body) : { rows: [], pagination: { limit, offset, total: 0 } }
  })
  const printer = await context.printer()
  const rows: Row[] = []
  for await (const row of listing.rows) rows.push(row)
  if (!context.flags().dryRun) await printer.raw(`${JSON.stringify(rows)}\n`)
}

type Pagination = { limit: number; offset: number; total: number }

/** The rows of a list response, whatever they are called. */
const pageOf = (body: string): { rows: (Row & { id: string })[]; pagination: Pagination } => {
  const page = parseObject(body)
  const rows = Object.values(page).find((value) => Array.isArray(value))
  const { limit, offset, total } = Object(page['pagination']) as Pagination
  if (!rows || ![limit, offset, total].every((number) => typeof number === 'number'))
    throw new InterfaceError('the answer is not a page of a list', { hint: 'leave out --paginate' })
  return { rows, pagination: { limit, offset, total } }
}

const parseObject = (body: string): Record<string, unknown> => {
  try {
    return Object(JSON.parse(body)) as Record<string, unknown>
  } catch {
    return {}
  }
}
