import { addExamples } from '../cli/examples.ts'
import { type Command, CommanderError } from 'commander'
import type { Context } from '../composition/context.ts'
import { exitCodes, UsageError } from '../errors.ts'
import { fitPage, pageWidth } from '../cli/page-width.ts'
import { asksForForm } from '../cli/flags.ts'
import { suggest } from '../cli/suggest.ts'
import { type TopicName, topicNames, topics } from '../docs/topics/names.ts'
import { isBelow, nearestBelow, pathOf } from '../cli/usage.ts'
import { rootOf } from './shared/verbs/index.ts'
import { terminalWidth } from '../output/style/terminal-width.ts'

/** Adds `testctl help`: `help tests set` prints the page of `tests set --help`, `help matching` the page of a topic. */
export const defineHelp = (command: Command, context: Context): void => {
  addExamples(command, examples)
    .usage('[<noun> [<verb>] | <topic>] [flags]')
    .argument('[words...]')
    .addHelpText('after', listTopics)
    .action(async (words: string[]) => {
      const [topic] = words
      if (words.length === 1 && isTopic(topic)) return showTopic(context, topic)
      let page = rootOf(command)
      for (const word of words) page = isBelow(page, word) ?? refuse(page, word)
      if (asksForForm(context.flags()))
        throw new UsageError('a page of help is text: only topics have other forms', {
          hint: 'testctl help exit-codes --json',
        })
      page.help()
    })
}

/** Lists the topics for the help page, one per line. */
const listTopics = (): string => {
  const width = topicNames.reduce((most, name) => Math.max(most, name.length), 0)
  const listed = topicNames.map((name) => `  ${name.padEnd(width)}  ${topics[name]}`).join('\n')
  return `
Topics:
${listed}

Their tables are also available as --json, --ndjson or --csv.`
}

const isTopic = (word: string | undefined): word is TopicName => (topicNames as readonly unknown[]).includes(word)

const refuse = (page: Command, word: string): never => {
  if (!page.parent && isTopic(word))
    throw new UsageError(`${word} is a topic, which stands alone`, { hint: `testctl help ${word}` })
  const nearest = nearestBelow(page, word) ?? suggest(word, page.parent ? [] : topicNames)
  if (!page.parent) {
    const isNear = nearest !== undefined && word !== 'topics'
    const said = isNear ? `unknown command '${word}'` : `there is no command and no topic ${JSON.stringify(word)}`
    const pages = `topics: ${topicNames.join(', ')}; testctl --help lists the commands`
    // The handler of this code loads the words of other tools and all verbs: `import` is not a mistyped `reports`.
    throw new CommanderError(
      exitCodes.usage,
      'testctl.unknownPage',
      `${said}\n${isNear ? `did you mean ${nearest}?` : pages}`,
    )
  }
  throw new UsageError(`unknown command '${word}'`, {
    hint: nearest ? `did you mean ${nearest}?` : `${listOf(page)}${pathOf(page)} --help`,
  })
}

const listOf = ({ commands }: Command): string =>
  commands.length === 0 ? '' : `its commands: ${commands.map((one) => one.name()).join(', ')}; see `

/** Prints a topic as a page, also into a pipe, as every help page. If a format or `--columns` was given, prints its table as data. */
const showTopic = async ({ io, flags, ownPrinter, topics }: Context, name: TopicName): Promise<void> => {
  const [{ topicPages, pageOf, topicRows }, { format, answer, table }] = await Promise.all([topics(), ownPrinter()])
  const topic = topicPages[name]
  if ((format === 'table' || format === 'tsv') && flags().columns === undefined) {
    // Wide lines are hard to read.
    const columns = Math.min(pageWidth(terminalWidth(io.stdout, io.env)), 80)
    return answer(undefined, fitPage(pageOf(topic, columns).join('\n'), columns).split('\n'))
  }
  return table(topic.columns, topicRows(topic))
}

const examples = ['testctl help tests set', 'testctl help matching', 'testctl help exit-codes --json']
