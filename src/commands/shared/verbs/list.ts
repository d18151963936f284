import type { Command } from 'commander'
import type { Context } from '../../../composition/context.ts'
import { type Noun, type NumberedNoun, relations, resources } from '../../../contract/vocabulary.ts'
import type { Resource } from '../../../output/cells/row.ts'
import { readNewestFirst } from '../../../contract/newest-first.ts'
import { type Range, readPages } from '../../../contract/pagination.ts'
import { asFlagsOfKind, joinList } from '../../../cli/flags.ts'
import { NotFoundError, UsageError } from '../../../errors.ts'
import { chooseNumber } from '../input/choices.ts'
import { listAll } from '../input/list-all.ts'
import { listLine, meantByWord, suggestId } from '../input/mistyped-identifier.ts'
import { findProject } from '../input/project.ts'
import { refer } from '../input/references.ts'
import { verb } from './index.ts'
import { nameFilter, selectRows } from './select-rows.ts'
import { chooseSorting } from './sorting.ts'

/** The flags of every list. */
export type ListFlags = {
  limit?: number
  offset?: number
  pageSize?: number
  all?: boolean
  relations?: string
  sort?: string
  search?: string
}

/** Adds `list` to a noun, with the flags that every list has. */
export const listVerb = (
  group: Command,
  signature: string,
  about: { summary: string; examples: readonly string[] },
): Command => {
  const names = relations[group.name() as keyof typeof relations].list
  return asFlagsOfKind(
    verb(group, signature, { ...about, relations: names, aliases: ['ls'] })
      .option('--search <text>', 'only those with this text in their name')
      .option('--sort <column>', 'sort by a column; name:desc for descending order (reads every page)')
      .option('--limit <number>', 'show at most this many', chooseNumber('--limit', 1))
      .option('--all', 'show all of them (a terminal shows 50)')
      .option('--offset <number>', 'skip this many at the start', chooseNumber('--offset', 0))
      .option('--page-size <number>', 'rows per request (default 1000)', chooseNumber('--page-size', 1))
      .option('--relations <names>', `include related data: ${names.join(', ')}`, joinList),
  ).hook('preAction', (_, command) => checkRange(command.opts()))
}

/** Throws a UsageError if both `--all` and `--limit` are given. */
export const checkRange = ({ all, limit }: ListFlags): void => {
  if (all && limit !== undefined)
    throw new UsageError('--all and --limit exclude each other', { hint: 'leave out one of them' })
}

type Read<R> = (page: {
  limit: number
  offset: number
}) => Promise<{ rows: R[]; pagination: { limit: number; offset: number; total: number } }>

/**
 * Prints a list. Without `--limit`, a terminal shows 50 rows, or as many as the settings say, and how many there are; other formats
 * print all of them. A filter is applied here, to every page, because the interface has none.
 */
export const printList = async <R extends Resource & { id: string }>(
  context: Context,
  noun: Noun,
  {
    read,
    flags,
    project,
    filter = nameFilter(flags.search),
    newestFirst = false,
    complete = (row) => row,
    sortedAs,
  }: {
    read: Read<R>
    flags: ListFlags
    project?: string | undefined
    /** The filter, if `--search` is not the only one. */
    filter?: ((row: R) => boolean) | undefined
    /** Whether a terminal shows the newest first. Other formats keep the order of the service. */
    newestFirst?: boolean
    /** Adds to a row what is shown beside what the service sent. */
    complete?: ((row: Resource) => Resource | Promise<Resource>) | undefined
    /** Adds to a row what it is sorted by, if the service does not send that. */
    sortedAs?: ((row: Resource) => Promise<Resource>) | undefined
  },
): Promise<void> => {
  const printer = await context.printer()
  const limit = await chooseLimit(context, flags)
  const { pageSize, offset } = flags
  const sorting = flags.sort === undefined ? undefined : chooseSorting(noun, flags.sort)
  const range: Range = filter || sorting ? { pageSize } : { pageSize, offset, limit }
  // Rows that appear on a terminal show the progress themselves.
  const progress = filter || sorting || !context.io.stdout.isTTY ? context.progress(`reading ${noun}`) : undefined
  const fromEnd = newestFirst && !sorting && printer.format === 'table'
  const listing = (fromEnd ? readNewestFirst : readPages)(read, range, progress)
  let shown = 0
  const rows = selectRows(listing.rows, {
    ...((filter || sorting) && { filter, sorting, offset, limit }),
    name: (row) => identified(noun, project, row),
    sortedAs,
    show: (row) => {
      shown += 1
      return complete(row)
    },
  })
  await printer.list(noun, rows).finally(() => progress?.done())
  const rest = (listing.total() ?? 0) - (offset ?? 0)
  if (!filter && flags.limit === undefined && shown < rest)
    await printer.note(`${fromEnd ? 'the newest ' : ''}${shown} of ${rest} shown; --all for the rest`)
  if (filter && flags.limit === undefined && shown === limit)
    await printer.note(`the first ${shown} that match; --all for every one`)
  if (listing.changed()) await printer.warn('the list changed while it was read: rows may be missing; read it again')
}

/** Returns how many rows to show: without flags on a terminal 50, or as the settings say; undefined (all) elsewhere. DECISIONS 259 */
export const chooseLimit = async (context: Context, { all, limit }: ListFlags): Promise<number | undefined> => {
  if (all || limit !== undefined || (await context.printer()).format !== 'table') return limit
  const setting = await context.settings.find('limit')
  return setting ? chooseNumber(setting.origin, 1)(setting.value) : 50
}

/** Adds to a resource the one field that testctl computes: its identifier, if the project is known and the service sent none. */
export const identified = (noun: Noun, project: string | undefined, row: Resource): Resource => {
  const { letter } = resources[noun as NumberedNoun] ?? {}
  const { identifier, displayId } = row
  if (!letter || project === undefined || identifier !== undefined || !isOrdinal(displayId)) return row
  return { identifier: `${project}-${letter}${displayId}`, ...row }
}

const isOrdinal = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/**
 * Finds a resource by its id in the list of the set project, because the interface reads by identifier only. Throws a UsageError for
 * tests, which have no list of a project, and if no project is set.
 */
export const searchById = async (context: Context, noun: NumberedNoun, id: string): Promise<Resource> => {
  const { label, letter } = resources[noun]
  if (noun === 'tests' || !(await context.settings.find('project')))
    throw new UsageError(`the interface has no way to read a ${label} by its id`, {
      hint:
        suggestId(noun, id) ??
        (noun === 'tests'
          ? `give its identifier, such as WEB-T12; testctl tests list WEB-R7 shows it`
          : `give its identifier, such as WEB-${letter}12, or --project to search its ${noun}`),
    })
  const project = await findProject(context)
  for await (const row of listAll(context, noun, project.id).rows)
    if (row['id'] === id) return identified(noun, project.identifier, row)
  throw new NotFoundError(`there is no ${label} ${id} in the project ${project.identifier}`, {
    hint: meantByWord(noun, id) ?? listLine(noun, project.identifier),
  })
}

/** Returns the identifier of a resource that was named by it, or by an id, which is searched for. */
export const requireIdentifier = async (context: Context, noun: NumberedNoun, typed: string): Promise<string> => {
  const { id, identifier } = await refer(context, noun, typed)
  return identifier ?? String((await searchById(context, noun, id))['identifier'])
}
