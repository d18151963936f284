import type { Context } from '../../../composition/context.ts'
import type { Noun } from '../../../contract/vocabulary.ts'
import { fieldsTyped, relationOf } from '../../../output/cells/related-columns.ts'
import { choose } from '../input/choices.ts'
import { chooseSorting } from './sorting.ts'

/**
 * The relations to ask for: those of `--relations`, and those that the columns, the template or `--sort` name, which would be
 * empty without; undefined where there are none. DECISIONS 288
 */
export const chooseRelations = <const Name extends string>(
  context: Context,
  noun: Noun,
  { typed, sort, names }: { typed: string | undefined; sort?: string | undefined; names: readonly Name[] },
): Name[] | undefined => {
  const given = typed?.split(',').map((name) => choose('relation', name.trim(), names)) ?? []
  const fields = [...fieldsTyped(context.flags()), ...(sort === undefined ? [] : [chooseSorting(noun, sort).field])]
  const shown = fields.map((field) => relationOf(noun, field))
  const wanted = names.filter((name) => given.includes(name) || shown.includes(name))
  return wanted.length > 0 ? wanted : undefined
}
