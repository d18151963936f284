import type { Command } from 'commander'
import { commandIn, isBelow, pathOf } from '../usage.ts'
import { commandMeant } from './command-meant.ts'

/** The page that `help submit` asks for, of a word that is no command here: `testctl help runs submit`; undefined where nothing is known. */
export const helpMeant = (program: Command, typed: readonly string[]): string | undefined => {
  const words = typed.filter((word) => !word.startsWith('-')).slice(1)
  // `help get cases`
  const noun = isBelow(program, words[1] ?? '')
  const verb = noun && isBelow(noun, words[0] ?? '')
  if (verb) return pathOf(verb).replace(/^testctl/, 'testctl help')
  const { argv, hint } = commandMeant(words[0] ?? '', { program, whole: () => program, argv: words })
  const [, line] = /(?:^|: )testctl (.+)/.exec(hint ?? '') ?? []
  const command = commandIn(program, argv ?? line?.split(/[ ,;]+/) ?? [])
  return command === program || command.name() === 'help'
    ? undefined
    : pathOf(command).replace(/^testctl/, 'testctl help')
}
