import type { Command } from 'commander'
import type { Context } from '../../../composition/context.ts'
import { type NumberedNoun, resources } from '../../../contract/vocabulary.ts'
import type { Resource } from '../../../output/cells/row.ts'
import { counted } from '../../../output/text/count.ts'
import { meantByWord } from '../input/mistyped-identifier.ts'
import { areFew, findEach, isSingle } from '../input/many.ts'
import type { NamedResource } from '../input/find-range.ts'
import { canAsk } from '../input/prompt.ts'
import { confirmDeletion, needsConsent } from './confirm.ts'
import { searchById } from './list.ts'
import { changeMany, listedNames } from './many.ts'
import { verb } from './index.ts'

/**
 * Adds `delete` to a noun. IDs are typed, or come from stdin. `below` describes what is deleted along with the resources, based on
 * their rows, which were read with these `relations`.
 */
export const deleteVerb = (
  group: Command,
  context: Context,
  {
    noun,
    below,
    remove,
    examples,
    relations,
  }: {
    noun: NumberedNoun
    below: (rows: readonly Resource[]) => string
    remove: (id: string) => Promise<object>
    examples: readonly string[]
    relations?: readonly string[]
  },
): void => {
  const { label } = resources[noun]
  const argument = label.split(' ').at(-1)
  verb(group, `delete <${argument}...>`, {
    summary: `Delete a ${label}, or several`,
    aliases: ['rm'],
    changes: 'deletes',
    examples,
  }).action(async (typed: string[]) => {
    const single = await isSingle(context, noun, typed)
    const asks = needsConsent(context) && canAsk(context)
    // For many, it is not worth a request each to know what is deleted along, before the question is answered.
    const reads = relations === undefined || (asks && (await areFew(context, noun, typed)))
    const named = await findEach(context, noun, typed, { relations: reads ? relations : undefined })
    const found = named.filter(({ id }) => id !== undefined)
    const [first, ...others] = found
    const several = others.length > 0
    if (first?.id !== undefined && !several && needsConsent(context)) await refuseAbsentWord(context, noun, first.id)
    const what =
      first && !several
        ? `the ${label} ${nameOf(first)}`
        : `the ${counted(found.length, label)} ${listedNames(found.map(nameOf))}`
    const rows = found.flatMap(({ row }) => (row ? [row] : []))
    // A resource that was named by its raw id was not read.
    const isRead = reads && rows.length === found.length
    const title = several ? undefined : titleOf(first?.row)
    if (first) await confirmDeletion(context, what, { title, below: isRead ? below(rows) : '', several })
    await changeMany(context, noun, {
      named,
      single,
      verbed: 'deleted',
      change: async ({ id, identifier }) => ({
        ...(identifier !== undefined && { identifier }),
        id,
        ...(await remove(id)),
      }),
      sentence: (rows) =>
        `Deleted ${single ? what + (title === undefined ? '' : `: ${title}`) : counted(rows.length, label)}`,
    })
  })
}

/** Looks up a case before the question if its id is a word, which is hardly an id: `cases delete Login`. DECISIONS 497 */
const refuseAbsentWord = async (context: Context, noun: NumberedNoun, id: string): Promise<void> => {
  if (noun !== 'cases' || meantByWord(noun, id) === undefined) return
  if ((await context.settings.find('project')) !== undefined) await searchById(context, noun, id)
}

const nameOf = ({ identifier, id, typed }: NamedResource): string => identifier ?? id ?? typed

const titleOf = (row: Resource | undefined): string | undefined =>
  typeof row?.['name'] === 'string' ? row['name'] : undefined
