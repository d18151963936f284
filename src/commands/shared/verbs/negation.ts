import type { Command } from 'commander'
import { UsageError } from '../../../errors.ts'

/**
 * Refuses a flag of a command beside its own `--no-…`: commander keeps one value for both, so that the last one would win
 * without a word. Throws a UsageError before the command begins.
 */
export const excludeNegation = (command: Command, name: string): Command => {
  const typed = new Set<string>()
  for (const flag of [name, `no-${name}`]) command.on(`option:${flag}`, () => typed.add(flag))
  return command.hook('preAction', () => {
    if (typed.size > 1)
      throw new UsageError(`--${name} and --no-${name} exclude each other`, { hint: 'leave out one of them' })
  })
}
