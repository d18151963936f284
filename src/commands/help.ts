import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { exitCodes, UsageError } from '../errors.ts'
import { suggest } from '../output/suggest.ts'
import { below, nearestBelow, pathOf } from '../usage.ts'
import { rootOf } from './verb.ts'

/** `testctl help tests set`: what `testctl tests set --help` prints; `testctl help exit-codes`: what a script wants to know. */
export const defineHelp = (command: Command, context: Context): void => {
  command
    .usage('[<noun> [<verb>] | exit-codes]')
    .argument('[words...]')
    .addHelpText('after', examples)
    .action(async (words: string[]) => {
      if (words.join(' ') === topic) return showExitCodes(context)
      let page = rootOf(command)
      for (const word of words) page = below(page, word) ?? refuse(page, word)
      page.help()
    })
}

const topic = 'exit-codes'

const examples = `
Examples:
  testctl help tests set
  testctl help exit-codes`

const refuse = (page: Command, word: string): never => {
  const nearest = nearestBelow(page, word) ?? suggest(word, page.parent ? [] : [topic])
  throw new UsageError(`unknown command '${word}'`, {
    hint: nearest ? `did you mean ${nearest}?` : `${pathOf(page)} --help`,
  })
}

const showExitCodes = async (context: Context): Promise<void> => {
  const rows = Object.entries(exitCodes).map(([name, code]) => ({
    code,
    meaning: meanings[name as keyof typeof meanings],
  }))
  await (await context.printer()).table(['code', 'meaning'], rows)
}

const meanings: Record<keyof typeof exitCodes, string> = {
  done: 'done',
  bug: 'unexpected: a bug in testctl',
  usage: 'usage: a bad flag, argument or input file; or a confirmation is needed',
  notFound: 'not found',
  unauthorized: 'no key, or it was refused',
  rejected: 'rejected by the service, or it answered outside its interface',
  unavailable: 'the service or the network failed',
  partial: 'partly done: some items of a batch failed; which ones is said',
  gate: 'a gate is not met',
  unknown: 'unknown: a create was sent and no answer came',
  interrupted: 'interrupted',
  closed: 'whoever read the output stopped reading',
  terminated: 'terminated',
}
