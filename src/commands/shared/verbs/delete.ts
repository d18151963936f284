import type { Command } from 'commander'
import type { Context } from '../../../composition/context.ts'
import { type NumberedNoun, resources } from '../../../contract/vocabulary.ts'
import type { Resource } from '../../../output/cells/row.ts'
import { getByIdentifier, refer } from '../input/references.ts'
import { confirmDeletion } from './confirm.ts'
import { verb } from './index.ts'

/**
 * Hangs `delete` on a noun. It takes one ID, typed; `below` tells what goes with it, from the resource as it was read.
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
    below: (row: Resource) => string
    remove: (id: string) => Promise<object>
    examples: readonly string[]
    relations?: readonly string[]
  },
): void => {
  const { said } = resources[noun]
  const argument = said.replace(' ', '-')
  verb(group, `delete <${argument}>`, {
    summary: `Delete a ${said}`,
    aliases: ['rm'],
    changes: 'deletes',
    examples,
  }).action(async (typed: string) => {
    const reference = await refer(context, noun, typed)
    const row: Resource =
      reference.id === undefined
        ? {
            ...(await getByIdentifier(context, noun, reference.identifier, relations)),
            identifier: reference.identifier,
          }
        : { id: reference.id }
    const what = `the ${said} ${reference.identifier ?? reference.id}`
    await confirmDeletion(context, what, async () => (reference.id === undefined ? below(row) : ''))
    const deletion = await remove(String(row['id']))
    const { id, identifier } = row
    const printed = { ...(identifier !== undefined && { identifier }), id, ...deletion }
    await (
      await context.printer()
    ).changed(noun, printed, `Deleted ${what}${typeof row['name'] === 'string' ? `: ${row['name']}` : ''}`)
  })
}
