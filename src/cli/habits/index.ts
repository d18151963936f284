import type { CommanderError } from 'commander'
import { UsageError } from '../../errors.ts'
import { commandIn, nearestBelow, pathOf } from '../usage.ts'
import { commandMeant, type Refused } from './command-meant.ts'
import { optionMeant } from './option-meant.ts'

/** What a refused command line means: another one, which runs in its place, or an error that says how it is typed here. */
export type Meant = { argv?: string[] | undefined; error: UsageError }

/** Understands what commander refuses: the habits of other tools first, then what is spelled nearly the same. DECISIONS 155 */
export const understand = ({ code, message }: CommanderError, refused: Refused): Meant => {
  const [first = '', similar] = message.replace(/^error: /, '').split('\n')
  // A value may be a secret: --api-key=…
  const what = first.replace(/^(unknown option '[^=']*)=[^]*'$/, "$1'")
  const { program, whole, argv } = refused
  const command = commandIn(program, argv)
  const fail = (hint: string | undefined): Meant => ({
    error: new UsageError(what, { hint: hint ?? `${pathOf(command)} --help` }),
  })
  if (code === 'commander.unknownCommand') {
    const word = /'([^]*)'$/.exec(what)?.[1] ?? ''
    const { argv: meant, hint, parent } = commandMeant(word, refused)
    const nearest = nearestBelow(parent, word)
    const spelled = nearest ? `did you mean ${nearest}?` : `${pathOf(parent)} --help`
    return { argv: meant, ...fail(hint ?? spelled) }
  }
  const hint = optionMeant(code, what, { command, whole, argv })
  if (hint !== undefined) return fail(hint)
  const nearest = similar?.replace(/^\(Did you mean (one of )?(.*)\?\)$/, '$2')
  return fail(nearest && `did you mean ${nearest}?`)
}
