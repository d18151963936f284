import type { Context } from '../../../composition/context.ts'
import { UsageError } from '../../../errors.ts'
import { safe } from '../../../output/text/escape.ts'
import { ask, canAsk, confirm } from '../input/prompt.ts'

/**
 * Asks before something is deleted (PROMISES, "Deleting"): y/N on a terminal, with its `title` and what is deleted `below` it.
 * Without a terminal, throws a UsageError unless `--yes` was given.
 */
export const confirmDeletion = async (
  context: Context,
  what: string,
  { title, below = '', several = false }: { title?: string | undefined; below?: string; several?: boolean },
): Promise<void> => {
  if (!needsConsent(context)) return
  if (!canAsk(context)) throw new UsageError(`deleting ${what} needs a confirmation`, { hint: 'add --yes' })
  if (!(await confirm(context.io, `Delete ${what}${title === undefined ? '' : ` "${shortTitle(title)}"`}${below}?`)))
    throw new UsageError(`${what} ${several ? 'were' : 'was'} not deleted`)
}

// The title comes from the service, and a question is printed unescaped.
const shortTitle = (title: string): string =>
  safe(title.length > longestTitle ? `${title.slice(0, longestTitle).toWellFormed()}…` : title)
const longestTitle = 80

/** Whether a deletion needs a confirmation: without `--yes` and `--dry-run`. */
export const needsConsent = (context: Context): boolean => {
  const { yes, dryRun } = context.flags()
  return !yes && !dryRun
}

/** Requires the identifier of a project once more, by `--confirm` or a prompt, because everything in it is deleted, too. */
export const confirmProject = async (
  context: Context,
  project: { identifier: string },
  { typed, below }: { typed: string | undefined; below: () => Promise<string> },
): Promise<void> => {
  // It comes from the service, and a question is printed unescaped.
  const identifier = safe(project.identifier)
  // A dry run still checks a `--confirm` that was typed: a wrong one would be refused. DECISIONS 427
  if (context.flags().dryRun && typed === undefined) return
  const asked = typed === undefined && canAsk(context)
  if (typed === undefined && !asked)
    throw new UsageError(`deleting the project ${identifier} needs its identifier once more`, {
      hint: `add --confirm ${identifier}`,
    })
  const answer = asked
    ? await ask(context.io, `Delete the project ${identifier}${await below()}? Type ${identifier} to go on: `)
    : typed
  if (answer !== identifier)
    throw new UsageError(`${identifier} was not deleted: ${JSON.stringify(answer)} is not its identifier`, {
      hint: `it is deleted with --confirm ${identifier}`,
    })
}
