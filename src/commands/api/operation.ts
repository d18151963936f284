import { addExamples } from '../../cli/examples.ts'
import { type Command, Option } from 'commander'
import type { Context } from '../../composition/context.ts'
import { resources } from '../../contract/vocabulary.ts'
import { UsageError } from '../../errors.ts'
import { addGlobalFlags, addMutationFlags, ownFlags } from '../../cli/flags.ts'
import { suggest } from '../../cli/suggest.ts'
import { completing, type Expected } from '../../completions/expected-values.ts'
import type { Operation } from '../../wire/calls-by-name.ts'
import { readCall } from './call.ts'
import { callExample } from './example.ts'
import { checkForm, type RequestFlags, requestFlags } from './flags.ts'
import { printPages, printRefusal, printResponse } from './response.ts'
import { collectList } from '../shared/verbs/index.ts'

/**
 * Loads the contract and adds the operation that was typed as a command below `api`, with a flag for each of its fields.
 * Throws a UsageError for an unknown operation. Ignores words that do not have the form of an operation, such as a method.
 */
export const hangOperation = async (api: Command, context: Context, words: readonly string[]): Promise<void> => {
  const typed = firstOperand(api, words)
  if (typed === undefined || !/^\w+\.\w+$/.test(typed)) return
  const { operations } = await context.operations()
  const all = operations()
  const found = all.find((one) => one.name === typed || singularOf(one) === typed)
  if (!found) throw unknown(typed, all)
  define(api, context, found)
}

/** Returns the first word that is neither a flag nor the value of a flag. */
const firstOperand = ({ options }: Command, words: readonly string[]): string | undefined => {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '--') return words[at + 1]
    if (!word.startsWith('-')) return word
    if (options.some(({ long, short, required }) => required && (word === long || word === short))) at++
  }
  return undefined
}

const unknown = (typed: string, all: readonly Operation[]): UsageError => {
  const [noun = '', verb = ''] = typed.split('.')
  const verbs = all.filter((one) => one.noun === noun).map((one) => one.verb)
  const near = suggest(verb, verbs)
  const nearest = near
    ? `${noun}.${near}`
    : suggest(
        typed,
        all.map(({ name }) => name),
      )
  return new UsageError(`there is no operation ${JSON.stringify(typed)}`, {
    hint: nearest ? `did you mean ${nearest}? testctl api --list names them all` : 'testctl api --list',
  })
}

const singularOf = ({ noun, verb }: Operation): string => `${noun.slice(0, -1)}.${verb}`

const define = (api: Command, context: Context, operation: Operation): void => {
  const { name, method, path, summary, fields, verb } = operation
  const command = api.helpCommand(false).command(name, { hidden: true }).alias(singularOf(operation))
  const needed = fields.filter(({ required }) => required).map(({ flag, placeholder }) => `${flag} <${placeholder}>`)
  addExamples(command, [callExample(operation)])
    .usage([...needed, '[flags]'].join(' '))
    .description(`${summary}: ${method} ${path}`)
    .addHelpText('after', notesOn(operation).join('\n'))
  for (const field of fields) {
    const { flag, placeholder, takes, kind } = field
    const isText = kind === 'prose' || kind === 'json'
    const option = new Option(`${flag} <${placeholder}>`, isText ? `${takes}; - for stdin` : takes)
    const expected = expectedOf(field)
    if (expected) completing(option, expected)
    command.addOption(kind === 'list' ? option.argParser(collectList) : option)
    if (isText) command.option(`${flag}-file <file>`, 'the same, from a file; - for stdin')
  }
  requestFlags(command, { of: verb === 'list' ? 'list' : 'operation' })
  addMutationFlags(command)
  addGlobalFlags(command)
  command.action(async () =>
    send(context, operation, { ...ownFlags(api), ...ownFlags(command), ...fieldsOf(api, command) }),
  )
}

/** Returns what shell completion can offer for a field. Comments have no identifiers that it could show. */
const expectedOf = ({ nouns, words, kind }: Operation['fields'][number]): Expected | undefined => {
  const list = kind === 'list' && { list: true as const }
  if (words) return { words, ...list }
  const identifiersOf = nouns.filter((noun) => noun !== 'comments')
  return identifiersOf.length > 0 ? { identifiersOf, ...list } : undefined
}

// `--field` counts before the name of the operation as well.
const fieldsOf = (...commands: Command[]): RequestFlags => {
  const field = commands.flatMap((command) => (ownFlags(command)['field'] ?? []) as string[])
  return field.length > 0 ? { field } : {}
}

const notesOn = ({ fields }: Operation): string[] => {
  const named = fields.flatMap(({ nouns }) => nouns)
  return named.some((noun) => resources[noun].letter || noun === 'projects')
    ? [
        '',
        'Identifiers in flags are looked up first; the values of --field and --input',
        'are sent unchanged. A flag overrides --input.',
      ]
    : ['', 'A flag overrides --input.']
}

const send = async (
  context: Context,
  operation: Operation,
  flags: RequestFlags & Record<string, unknown>,
): Promise<void> => {
  const { name, noun, verb } = operation
  if (flags.paginate && verb !== 'list')
    throw new UsageError(`--paginate is for lists, and ${name} does not return one`, { hint: 'leave it out' })
  await checkForm(context, flags, { noun, instead: `testctl ${noun} ${verb} --help` })
  const { values, project } = await readCall(context, operation, flags)
  if (flags.paginate)
    return printPages(context, {
      noun,
      project,
      read: (page) => context.request({ operation: name, values: { ...values, ...page } }),
    })
  const response = await context.request({ operation: name, values }, printRefusal(context, flags))
  if (response) await printResponse(context, response, { ...flags, method: operation.method })
}
