import type { Context } from '../../../composition/context.ts'
import { formatIdentifier, parseIdentifier, parseShortIdentifier } from '../../../contract/identifiers.ts'
import { type NumberedNoun, resources } from '../../../contract/vocabulary.ts'
import { NotFoundError, UsageError } from '../../../errors.ts'
import { defaultProject, findProject, projectOfShortForm, canonicalProject } from './project.ts'

/** A range such as `WEB-C1-C10`, inclusive. Not all of its numbers need to exist. */
export type IdRange = { project: string; from: number; to: number }

// The limit for tests, each of which takes one lookup.
const most = 1000

/**
 * Parses `C1-C10`, `C1-10` or `WEB-C1-C10`; undefined for any other word. If there is a project C1, `C1-C10` is also its case 10:
 * throws a UsageError if another project is set, in which it would be a range. DECISIONS 159, 426
 */
export const readRange = async (
  context: Context,
  noun: NumberedNoun,
  typed: string,
  beside?: string | undefined,
): Promise<IdRange | undefined> => {
  const [, before, begin = '', end = ''] = form.exec(typed) ?? []
  const [first, last] = [
    parseShortIdentifier(begin),
    parseShortIdentifier(/^[0-9]/.test(end) ? `${begin[0]}${end}` : end),
  ]
  if (!first || !last || first.noun !== last.noun) return undefined
  if (before === undefined && parseIdentifier(typed) && (await isProject(context, begin))) {
    const other = beside ?? (await defaultProject(context))
    if (other === undefined || other.toUpperCase() === begin.toUpperCase()) return undefined
    throw new UsageError(
      `${typed} is a range in ${other}, and one ${resources[first.noun].label} of the project ${begin}`,
      {
        hint: `name the range ${other}-${typed}, the other one ${end} with -p ${begin}`,
      },
    )
  }
  const { label, letter } = resources[noun]
  if (first.noun !== noun)
    throw new UsageError(`${typed} are ${resources[first.noun].label}s, not ${label}s`, {
      hint: `${letter}1-${letter}10`,
    })
  const [from, to] = [first.displayId, last.displayId]
  if (from > to) throw new UsageError(`${typed} ends before it begins`, { hint: `${letter}${to}-${letter}${from}` })
  if (to - from >= most && noun === 'tests')
    throw new UsageError(`${typed} is more than ${most} tests`, {
      hint: 'name fewer at a time, or - to read IDs from stdin',
    })
  const project = before ?? beside ?? (await projectOfShortForm(context, typed))
  return { project: await canonicalProject(context, project), from, to }
}

/** Lists all identifiers of a range, whether they exist or not. */
export const identifiersIn = (noun: NumberedNoun, { project, from, to }: IdRange): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => formatIdentifier({ project, noun, displayId: from + at }))

const form = /^(?:([A-Z][\w-]*?)-)?([CTRM][0-9]{1,9})-(?:\1-)?([CTRM]?[0-9]{1,9})$/i

const isProject = (context: Context, identifier: string): Promise<boolean> =>
  findProject(context, identifier).then(
    () => true,
    (error: unknown) => {
      if (error instanceof NotFoundError) return false
      throw error
    },
  )
