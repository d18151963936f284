import type { Command } from 'commander'
import { UsageError } from '../../../errors.ts'

/**
 * Makes a flag and its own `--no-…` exclude each other: commander keeps one value for both, so the last one would silently win.
 * The command throws a UsageError before it begins.
 */
export const excludeNegation = (command: Command, name: string): Command => {
  const typed = new Set<string>()
  for (const flag of [name, `no-${name}`]) command.on(`option:${flag}`, () => typed.add(flag))
  return command.hook('preAction', () => {
    if (typed.size > 1)
      throw new UsageError(`--${name} and --no-${name} exclude each other`, { hint: 'leave out one of them' })
  })
}
