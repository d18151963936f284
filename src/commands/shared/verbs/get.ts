import type { Command } from 'commander'
import type { Context } from '../../../composition/context.ts'
import { type NumberedNoun, relations, resources } from '../../../contract/vocabulary.ts'
import { joinList } from '../../../cli/flags.ts'
import { UsageError } from '../../../errors.ts'
import { findColumn } from '../../../output/cells/resource-columns.ts'
import type { Resource } from '../../../output/cells/row.ts'
import { getByIdentifier, refer } from '../input/references.ts'
import { chooseRelations } from './relations.ts'
import { findEach, isKeyRefused, isSingle } from '../input/many.ts'
import type { NamedResource } from '../input/find-range.ts'
import { batch } from '../../../system/async/batch.ts'
import { identified, searchById } from './list.ts'
import { reportRest } from './rest.ts'
import { verb } from './index.ts'
import { addWebFlag, openPageOf } from './web.ts'

/** Adds `get` to a noun. */
export const getVerb = (
  group: Command,
  context: Context,
  {
    noun,
    complete,
    ...about
  }: { noun: NumberedNoun; summary: string; examples: readonly string[]; complete?: Complete },
): void => {
  const names: readonly string[] = relations[noun].get
  addWebFlag(
    verb(group, `get <${resources[noun].label.split(' ').at(-1)}...>`, {
      ...about,
      relations: names,
      aliases: ['view', 'show'],
    }).option('--relations <names>', `include related data: ${names.join(', ')}`, joinList),
  ).action(async (typed: string[], flags: { relations?: string; web?: boolean }) => {
    refuseFields(context, noun, typed)
    const [first = ''] = typed
    const single = await isSingle(context, noun, typed)
    const chosen = await chooseRelations(context, noun, { typed: flags.relations, names, single })
    if (flags.web && !single)
      throw new UsageError('--web opens one page', { hint: `name one ${resources[noun].label}` })
    if (flags.web) return openPageOf(context, noun, first)
    return single
      ? showOne(context, noun, { typed: first, chosen, complete })
      : showMany(context, noun, { typed, chosen, complete })
  })
}

/** Throws a UsageError for `--json name,id`, as other tools take it: here the field names would count as IDs. DECISIONS 155 */
const refuseFields = ({ io }: Context, noun: NumberedNoun, typed: readonly string[]): void => {
  const { argv } = io
  const fields = argv[argv.indexOf('--json') + 1]
  if (!argv.includes('--json') || fields === undefined || !typed.includes(fields)) return
  if (!fields.split(',').every((field) => findColumn(noun, field))) return
  const ids = typed.filter((one) => one !== fields)
  const filter = ids.length > 1 ? `map({${fields}})` : `{${fields}}`
  throw new UsageError('--json takes no names of fields', {
    hint: `testctl ${noun} get ${ids.join(' ')} --jq '${filter}'`,
  })
}

/** Prints several resources as a list, and throws if some are missing. */
const showMany = async (
  context: Context,
  noun: NumberedNoun,
  { typed, chosen, complete }: Omit<Wanted, 'typed'> & { typed: readonly string[] },
): Promise<void> => {
  const printer = await context.printer()
  const named = await findEach(context, noun, typed, { relations: chosen })
  const settled = await batch(
    named,
    async ({ id = '', row, project, error }): Promise<Resource> => {
      if (error !== undefined) throw error
      const found = row ? identified(noun, project, row) : await searchById(context, noun, id)
      return complete ? complete(found, project) : found
    },
    { concurrency: 16, stop: context.io.stop, isFatal: isKeyRefused },
  )
  const rows = settled.done.map(({ value }) => value)
  if (rows.length > 0 || named.length === 0) await printer.list(noun, rows)
  const name = (one: NamedResource): string => one.identifier ?? one.typed
  reportRest(context, { ...settled, label: resources[noun].label, verbed: 'shown', name })
}

type Wanted = { typed: string; chosen: readonly string[] | undefined; complete: Complete | undefined }

/** Adds to a row the identifiers of things that the interface gives by id, in the formats that people read. */
type Complete = (row: Resource, project: string | undefined) => Promise<Resource>

// Relations that the page of a test or a case shows; other output formats get only those that were asked for. DECISIONS 185
const onPage: Partial<Record<NumberedNoun, readonly string[]>> = {
  cases: ['comments'],
  tests: ['case', 'comments', 'test_run'],
}

/** Prints one resource that was named by identifier, or by id if the list of its project can be searched. */
const showOne = async (
  context: Context,
  noun: NumberedNoun,
  { typed, chosen: asked, complete }: Wanted,
): Promise<void> => {
  const printer = await context.printer()
  const isPage = ['table', 'tsv'].includes(printer.format) && context.flags().columns === undefined
  const chosen = asked ?? (isPage ? onPage[noun] : undefined)
  const reference = await refer(context, noun, typed)
  let row =
    reference.id === undefined
      ? identified(noun, reference.project, await getByIdentifier(context, noun, reference.identifier, chosen))
      : await searchById(context, noun, reference.id)
  // The list has no relations, but its row has the identifier, by which they can be read.
  if (chosen && reference.id !== undefined)
    row = {
      identifier: row['identifier'],
      ...(await getByIdentifier(context, noun, String(row['identifier']), chosen)),
    }
  await printer.item(noun, complete ? await complete(row, reference.project) : row)
}

/** Describes a new name: the old name, or that the name is the same; empty if the old name is unknown. */
export const renamingOf = (before: unknown, after: string | undefined): string[] => {
  if (typeof before !== 'string' || after === undefined) return []
  return [before === after ? 'already called so' : `it was ${JSON.stringify(before)}`]
}

/** Names a resource in a sentence: `test run WEB-R8: Nightly`; by its id if no identifier is known. */
export const subjectName = (noun: NumberedNoun, { identifier, id, name }: Resource): string =>
  `${resources[noun].label} ${String(identifier ?? id)}${typeof name === 'string' ? `: ${name}` : ''}`
