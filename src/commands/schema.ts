import { addExamples } from '../cli/examples.ts'
import type { Command } from 'commander'
import type { Context } from '../composition/context.ts'
import { type Noun, resources } from '../contract/vocabulary.ts'
import { UsageError } from '../errors.ts'
import type { Flags } from '../cli/flags.ts'
import type { OutputFormat } from '../output/printer.ts'
import { suggest } from '../cli/suggest.ts'

/** Adds `testctl schema`: prints the JSON Schema of a noun's `--json` output. It needs neither a service nor settings. */
export const defineSchema = (command: Command, context: Context): void => {
  addExamples(command, examples)
    .usage('[<noun>] [flags]')
    .argument('[noun]', nouns.join(', '))
    .addHelpText('after', about)
    .action(async (typed: string | undefined) => {
      const { schemaOf } = await context.schemas()
      const printer = await context.printer()
      if (typed === undefined) return printer.table(['noun', 'description'], nouns.map(summaryOf(schemaOf)))
      const schema = schemaOf(chooseNoun(typed))
      checkForm(printer.format, context.flags())
      await printer.answer(schema, JSON.stringify(schema, null, 2).split('\n'))
    })
}

const about = `
The nouns: ${Object.keys(resources).join(', ')}.
A list prints an array of such objects. An object can have more fields than the
schema: fields that a service adds are passed on.`

const nouns = Object.keys(resources) as Noun[]

/** Throws a UsageError for a format that needs rows or an identifier: a schema has neither. */
const checkForm = (format: OutputFormat, { columns }: Flags): void => {
  const odd =
    ['csv', 'template', 'quiet'].find((one) => one === format) ?? (columns === undefined ? undefined : 'columns')
  if (odd !== undefined)
    throw new UsageError(`a schema is JSON, which has no form for --${odd}`, {
      hint: "choose parts of it with --jq '.properties | keys'",
    })
}

const summaryOf = (schemaOf: (noun: Noun) => Record<string, unknown>) => (noun: Noun) => ({
  noun,
  description: schemaOf(noun)['description'],
})

/** Returns a noun by its name or its singular. For any other word, throws a UsageError that suggests a similar noun. */
const chooseNoun = (typed: string): Noun => {
  const found = nouns.find((noun) => noun === typed || singularOf(noun) === typed)
  if (found) return found
  const meant = suggest(typed, nouns) ?? suggest(typed, nouns.map(singularOf))
  const nearest = nouns.find((noun) => noun === meant || singularOf(noun) === meant)
  throw new UsageError(`there is no noun ${JSON.stringify(typed)}`, {
    hint: `${nearest ? `did you mean ${nearest}? ` : ''}nouns: ${nouns.join(', ')}`,
  })
}

const singularOf = (noun: Noun): string => noun.slice(0, -1)

const examples = ['testctl schema', 'testctl schema tests', "testctl schema runs | jq '.properties | keys'"]
