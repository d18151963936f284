import type { Command } from 'commander'
import type { Context } from '../../../composition/context.ts'

/** A function that adds a verb to a noun. */
export type Define = (group: Command, context: Context) => void

/** The verbs of a noun by name, in the order of its help page. */
export type Verbs = Readonly<Record<string, Define>>

/** Adds the verbs of a noun, or only the verb named `typed` if the noun has it. Aliases do not count as names. DECISIONS 246 */
export const defineVerbs = (verbs: Verbs, group: Command, context: Context, typed: string | undefined): void => {
  const chosen = typed !== undefined && Object.hasOwn(verbs, typed) ? [verbs[typed]] : Object.values(verbs)
  for (const define of chosen) define?.(group, context)
}
