import type { Context } from '../../../composition/context.ts'
import { type Noun, relations } from '../../../contract/vocabulary.ts'
import { fieldsTyped, relationOf } from '../../../output/cells/related-columns.ts'
import { choose } from '../input/choices.ts'
import { chooseSorting } from './sorting.ts'

/**
 * Returns the relations to ask for: those of `--relations`, and those that the columns (typed or from the settings), the template or
 * `--sort` name, which would be empty otherwise; undefined if there are none. A `single` answer is a page, to which the columns of the
 * settings do not apply. DECISIONS 288
 */
export const chooseRelations = async <const Name extends string>(
  context: Context,
  noun: Noun,
  {
    typed,
    sort,
    names,
    single = false,
  }: { typed: string | undefined; sort?: string | undefined; names: readonly Name[]; single?: boolean },
): Promise<Name[] | undefined> => {
  const given = typed?.split(',').map((name) => choose('relation', name.trim(), names)) ?? []
  const usual = single ? [] : await usualColumns(context)
  const fields = [
    ...fieldsTyped(context.flags()),
    ...usual,
    ...(sort === undefined ? [] : [chooseSorting(noun, sort).field]),
  ]
  const shown = fields.map((field) => relationOf(noun, field))
  const wanted = names.filter((name) => given.includes(name) || shown.includes(name))
  return wanted.length > 0 ? wanted : undefined
}

/** Returns the relations that a list asks for, as `chooseRelations` does. */
export const relationsOfList = <N extends keyof typeof relations>(
  context: Context,
  noun: N,
  { relations: typed, sort }: { relations?: string; sort?: string },
) => chooseRelations<(typeof relations)[N]['list'][number]>(context, noun, { typed, sort, names: relations[noun].list })

/** Returns the columns of the settings, which apply to a table on a terminal only. DECISIONS 259 */
const usualColumns = async (context: Context): Promise<string[]> => {
  if (context.flags().columns !== undefined || (await context.printer()).format !== 'table') return []
  const names = (await context.settings.find('columns'))?.value ?? ''
  return names.split(',').map((name) => name.trim())
}
