import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { type Noun, resources } from '../../contract/vocabulary.ts'
import { UsageError } from '../../errors.ts'
import { addExamples } from '../../cli/examples.ts'
import { addMutationFlags } from '../../cli/flags.ts'
import { readJsonText } from '../shared/input/text.ts'
import { suggest } from '../../cli/suggest.ts'
import { hangOperation } from './operation.ts'
import { checkForm, type RequestFlags, requestFlags } from './flags.ts'
import { printPages, printRefusal, printResponse, refusePage } from './response.ts'
import { rootOf } from '../shared/verbs/index.ts'
import { parsePairs } from '../shared/input/pairs.ts'

/**
 * Adds `testctl api`: sends any request, by the name of an operation or by method and path, and prints the response as the
 * service sent it. The flags of an operation come from the contract, so the contract is loaded and the operation becomes a
 * command only when `api`, or help with it, was typed. DECISIONS 69
 */
export const defineApi = (command: Command, context: Context): void => {
  addMutationFlags(addExamples(command, examples))
  requestFlags(command, { of: 'request' })
    .usage('<operation> [flags] | [GET|PUT|POST|DELETE] <path> [flags]')
    .argument('[method|path]')
    .argument('[path]')
    .option('--list', 'list the operations, with their method and path')
    .addHelpText('after', about)
    .action(async (first: string | undefined, second: string | undefined, flags: RequestFlags & { list?: boolean }) => {
      if (flags.list) return listOperations(context)
      if (first === undefined) throw new UsageError('no request given', { hint: 'testctl api --list' })
      const [method, path] = second === undefined ? ['GET', first] : [first.toUpperCase(), second]
      if (!path.includes('/')) await refuseWords(context, second === undefined ? [first] : [first, second])
      await sendRequest(context, { method, path, flags })
    })
  rootOf(command).hook('preSubcommand', async ({ args }, next) => {
    if (next === command) await hangOperation(command, context, args.slice(1))
    else if (next.name() === 'help' && args[1] === command.name()) await hangOperation(command, context, args.slice(2))
  })
}

const about = `
An operation takes its fields as flags; its page lists them: testctl api
tests.update --help. There an ID can also be an identifier (WEB-T12), which is
looked up first.`

const examples = [
  'testctl api --list',
  'testctl api tests.update --test-id WEB-T12 --result passed',
  'testctl api cases.list -p WEB --paginate',
  'testctl api GET /v1/projects',
  'testctl api /v1/projects -f limit=1 -i',
  'testctl api POST /v1/tests/$ID -f result=passed',
  'testctl api GET /v1/cases/$ID --paginate',
]

const listOperations = async (context: Context): Promise<void> => {
  const { operations } = await context.operations()
  const rows = operations().map(({ name, method, path, summary }) => ({ operation: name, method, path, summary }))
  await (await context.printer()).table(['operation', 'method', 'path', 'summary'], rows)
}

/** Throws a UsageError for words that resemble an operation more than a path: `api tests update`. */
const refuseWords = async (context: Context, words: readonly string[]): Promise<void> => {
  const { operations } = await context.operations()
  const names = operations().map(({ name }) => name)
  const nearest = suggest(words.join('.'), names) ?? names.find((name) => name.startsWith(`${words[0]}.`))
  if (nearest)
    throw new UsageError(`there is no operation ${JSON.stringify(words.join(' '))}`, {
      hint: `did you mean ${nearest}? testctl api --list names them all`,
    })
}

type Typed = { method: string; path: string; flags: RequestFlags }

const sendRequest = async (context: Context, { method, path, flags }: Typed): Promise<void> => {
  const pairs = flags.field && parsePairs(flags.field)
  await checkForm(context, flags, { noun: nounAt(path) })
  if (flags.paginate) {
    if (method !== 'GET') throw new UsageError('--paginate is for GET', { hint: 'leave it out' })
    refusePage([...new URLSearchParams(path.split('?')[1]).keys(), ...Object.keys(pairs ?? {})])
    return printPages(context, {
      noun: nounAt(path),
      read: (page) => context.request({ method, path: withQuery(path, { ...pairs, ...page }) }),
    })
  }
  if (method === 'GET' && (flags.document ?? flags.documentFile) !== undefined)
    throw new UsageError('--input is a body, and a GET has none', { hint: 'give its query with --field' })
  const body = method === 'GET' ? undefined : await bodyOf(context, flags)
  const request = { method, path: method === 'GET' ? withQuery(path, pairs) : path, body }
  const response = await context.request(request, printRefusal(context, flags))
  if (response) await printResponse(context, response, { ...flags, method })
}

/** Returns the kind of resource that a path is about, from its second segment. */
const nounAt = (path: string): Noun | undefined => {
  const [, word = ''] = /^\/?v1\/([^/?]*)/.exec(path) ?? []
  const many = word.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return (Object.keys(resources) as Noun[]).find((noun) => resources[noun].many === many)
}

const withQuery = (path: string, fields: Readonly<Record<string, unknown>> = {}): string => {
  const texts = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])
  const query = new URLSearchParams(texts).toString()
  return query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path
}

const bodyOf = async (
  context: Context,
  { field, document, documentFile }: RequestFlags,
): Promise<string | undefined> => {
  const text = await readJsonText(context.io, { flag: '--input', typed: document, file: documentFile })
  if (field && text !== undefined)
    throw new UsageError('--field and --input exclude each other', { hint: 'leave out one of them' })
  return text ?? (field && JSON.stringify(parsePairs(field)))
}
