import type { Context } from '../../../composition/context.ts'
import type { Noun } from '../../../contract/vocabulary.ts'
import { fieldsTyped, relationOf } from '../../../output/cells/related-columns.ts'
import { choose } from '../input/choices.ts'

/**
 * The relations to ask for: those of `--relations`, and those that the columns or the template name, which would be empty
 * without; undefined where there are none. DECISIONS 288
 */
export const chooseRelations = <const Name extends string>(
  context: Context,
  noun: Noun,
  { typed, names }: { typed: string | undefined; names: readonly Name[] },
): Name[] | undefined => {
  const given = typed?.split(',').map((name) => choose('relation', name.trim(), names)) ?? []
  const shown = fieldsTyped(context.flags()).map((field) => relationOf(noun, field))
  const wanted = names.filter((name) => given.includes(name) || shown.includes(name))
  return wanted.length > 0 ? wanted : undefined
}
