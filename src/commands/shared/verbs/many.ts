import type { Context } from '../../../composition/context.ts'
import { type Noun, resources } from '../../../contract/vocabulary.ts'
import { withLookup } from '../../../errors.ts'
import type { Line } from '../../../output/cells/line.ts'
import type { Resource } from '../../../output/cells/row.ts'
import { batch } from '../../../system/async/batch.ts'
import type { PresentResource } from '../input/many.ts'
import type { NamedResource } from '../input/find-range.ts'
import { listLine, rethrowWithSuggestion } from '../input/mistyped-identifier.ts'
import { defaultProject } from '../input/project.ts'
import { reportRest } from './rest.ts'

/**
 * Changes several resources, prints those that were changed, and throws for the others: with exit code 7, or the error itself if
 * only one was named. DECISIONS 161
 */
export const changeMany = async (
  context: Context,
  noun: Noun,
  {
    named,
    single,
    verbed = 'changed',
    concurrency = 16,
    change,
    sentence,
  }: {
    named: readonly NamedResource[]
    single: boolean
    verbed?: string
    concurrency?: number
    change: (one: PresentResource) => Promise<Resource>
    sentence: (rows: readonly Resource[]) => Line
  },
): Promise<void> => {
  // Names of milestones often look like ids, so the hint is their list; it needs a project.
  const isListed = noun === 'milestones' && (await defaultProject(context)) !== undefined
  const list = isListed ? listLine(noun) : undefined
  const settled = await batch(
    named,
    (one) => {
      const { id, identifier, error } = one
      if (id === undefined) throw error
      return change({ ...one, id })
        .catch((failure: unknown) => {
          throw withLookup(failure, identifier && `testctl ${noun} get ${identifier}`)
        })
        .catch(rethrowWithSuggestion(noun, [one.typed], list))
    },
    { concurrency, stop: context.io.stop },
  )
  const rows = settled.done.map(({ value }) => value)
  if (rows.length > 0 || named.length === 0)
    await (verbed === 'deleted' ? printDeleted : printChanged)(context, noun, {
      rows,
      sentence: sentence(rows),
      single,
    })
  reportRest(context, {
    ...settled,
    label: resources[noun].label,
    verbed,
    name: ({ identifier, typed }) => identifier ?? typed,
  })
}

/** Prints the changed resources: a sentence with names on a terminal, identifiers on a pipe; in JSON a single one is an object. */
export const printChanged = async (
  context: Context,
  noun: Noun,
  { rows, sentence, single }: { rows: readonly Resource[]; sentence: Line; single: boolean },
): Promise<void> => {
  const printer = await context.printer()
  const [first] = rows
  if (single && first) return printer.changed(noun, first, sentence)
  // `--columns` applies to each row. DECISIONS 305
  if (context.flags().columns !== undefined) return printer.list(noun, rows)
  if (printer.format === 'table') {
    const names = rows.map(({ identifier, id }) => String(identifier ?? id))
    const isNamed = typeof sentence === 'string' && names.length > 0
    return printer.answer(rows, [isNamed ? `${sentence}: ${listedNames(names)}` : sentence])
  }
  if (printer.format === 'tsv')
    return printer.answer(
      rows,
      rows.map(({ identifier, id }) => String(identifier ?? id)),
    )
  await printer.list(noun, rows)
}

/** Prints the deleted resources. They no longer exist, so formats other than the sentence print what the service answered. DECISIONS 326 */
export const printDeleted: typeof printChanged = async (context, noun, { rows, sentence, single }) => {
  const printer = await context.printer()
  if (printer.format === 'table' && context.flags().columns === undefined)
    return printChanged(context, noun, { rows, sentence, single })
  const [first] = rows
  await printer.answer(
    single && first ? first : rows,
    rows.map(({ identifier, id }) => String(identifier ?? id)),
  )
}

/** Lists names for a sentence: all of up to ten, or the first eight and how many more there are. */
export const listedNames = (names: readonly string[]): string =>
  names.length > 10 ? `${names.slice(0, 8).join(', ')} and ${names.length - 8} more` : names.join(', ')
