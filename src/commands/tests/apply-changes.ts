import { batch } from '../../system/async/batch.ts'
import type { Context } from '../../composition/context.ts'
import { AppliedError, withLookup, TestctlError } from '../../errors.ts'
import { parseIdentifier } from '../../contract/identifiers.ts'
import type { Line } from '../../output/cells/line.ts'
import type { Resource } from '../../output/cells/row.ts'
import { chooseSymbols } from '../../output/style/symbols.ts'
import { counted } from '../../output/text/count.ts'
import { chooseNumber } from '../shared/input/choices.ts'
import { rethrowWithSuggestion } from '../shared/input/mistyped-identifier.ts'
import { getByIdentifier } from '../shared/input/references.ts'
import { identified } from '../shared/verbs/list.ts'
import { printChanged } from '../shared/verbs/many.ts'
import { reportRest } from '../shared/verbs/rest.ts'
import { type Changed, changeCells } from './change-line.ts'
import type { TestChange } from './read-changes.ts'
import { type KnownTests, type Selected, selectTests } from './selection.ts'
import { besides, missingCommentError, type Unsaid } from './unsaid-comments.ts'

type Merged = {
  named: Selected
  fields: { result?: TestChange['result']; assignedTo?: string }
  comments: string[]
}

const usualConcurrency = 32

/** The arguments of `.option()` for `--concurrency`, the maximum number of parallel requests. */
export const concurrencyFlag = [
  '--concurrency <number>',
  `maximum number of parallel requests (default ${usualConcurrency})`,
  chooseNumber('--concurrency', 1),
] as const

/**
 * Applies changes to many tests in parallel, prints those that were applied, and throws for the others.
 * Merges several changes of one test: the last value counts, and every comment is kept. Prints a `single` test as an object, not as
 * a list of one. DECISIONS 26
 */
export const applyChanges = async (
  context: Context,
  changes: readonly TestChange[],
  {
    sentence,
    concurrency = usualConcurrency,
    single = false,
    known,
  }: {
    sentence: (count: number) => string
    concurrency?: number | undefined
    single?: boolean
    /** The tests that were read already. */
    known?: KnownTests
  },
): Promise<void> => {
  const selected = await selectTests(
    context,
    changes.map(({ test }) => test),
    known,
  )
  const merged = [...mergeById(changes, selected).values()]
  // For a single test there is no progress to show.
  const progress = merged.length > 1 ? context.progress('setting results', merged.length) : undefined
  const settled = await batch(
    merged,
    (item) => applyOne(context, item).catch(rethrowWithSuggestion('tests', [item.named.typed])),
    {
      concurrency,
      stop: context.io.stop,
      onSettled: progress?.step,
    },
  )
  progress?.done()
  const changed = settled.done.map(({ item: { named, fields, comments }, value }) => ({
    row: identified('tests', parseIdentifier(named.identifier ?? '')?.project, value.row),
    before: named.before,
    fields,
    comments: comments.length - (value.unsaid?.left.length ?? 0),
  }))
  if (changed.length > 0 || merged.length === 0) await printTests(context, changed, { sentence, single })
  const unsaid = settled.done.flatMap(({ value }) => value.unsaid ?? [])
  const [only] = unsaid
  if (only && merged.length === 1 && !context.io.stop.aborted) throw missingCommentError(only)
  const name = ({ named }: Merged) => nameOf(named)
  reportRest(context, { ...settled, label: 'test', verbed: 'changed', name, besides: besides(unsaid) })
}

const mergeById = (changes: readonly TestChange[], selected: readonly Selected[]): Map<string, Merged> => {
  const merged = new Map<string, Merged>()
  for (const [at, { result, assignedTo, comment }] of changes.entries()) {
    const named = selected[at]!
    const key = named.id ?? named.typed
    const item = merged.get(key) ?? { named, fields: {}, comments: [] }
    Object.assign(item.fields, result !== undefined && { result }, assignedTo !== undefined && { assignedTo })
    // A test that was named twice gets the same comment once. DECISIONS 149
    if (comment !== undefined && !item.comments.includes(comment)) item.comments.push(comment)
    merged.set(key, item)
  }
  return merged
}

const nameOf = ({ identifier, typed }: Selected): string => identifier ?? typed

/** Changes a test and comments on it. If the test was changed, a comment that fails is returned as `unsaid`, not thrown. DECISIONS 149 */
const applyOne = async (
  context: Context,
  { named, fields, comments }: Merged,
): Promise<{ row: Resource; unsaid?: Unsaid }> => {
  const { id } = named
  if (id === undefined) throw named.error
  const api = await context.api()
  const known = { ...(named.identifier !== undefined && { identifier: named.identifier }), id }
  const changes = Object.keys(fields).length > 0
  let unread: AppliedError | undefined
  // The service has made the change, so go on with the comments; the error is thrown at the end.
  const keep = (error: unknown): typeof known => {
    if (!(error instanceof AppliedError)) throw error
    unread = error
    return known
  }
  const update = async () => (await api.tests.update({ testId: id, ...fields })).test
  const row = changes ? await update().catch(keep) : await wholeOf(context, named, known)
  for (const [at, content] of comments.entries())
    try {
      await api.comments.create({ resourceId: id, content }).catch(keep)
    } catch (caught) {
      const { identifier } = named
      const error = withLookup(caught, identifier && `testctl comments list ${identifier}`)
      if (!changes || !(error instanceof TestctlError)) throw error
      const { result } = fields
      return { row, unsaid: { test: nameOf(named), result, left: comments.slice(at), error } }
    }
  if (unread) throw withLookup(unread, named.identifier && `testctl tests get ${named.identifier}`)
  return { row }
}

/** Returns the row of a test that only gets comments: as it was looked up, or read now if its identifier is known. */
const wholeOf = async (context: Context, { identifier, before }: Selected, known: Resource): Promise<Resource> => {
  if (before?.['id'] !== undefined) return before
  return identifier === undefined ? known : getByIdentifier(context, 'tests', identifier)
}

/** Prints the changed tests: on a terminal one line for each of the first 20, in other formats like any other change. */
const printTests = async (
  context: Context,
  changed: readonly Changed[],
  { sentence, single }: { sentence: (count: number) => string; single: boolean },
): Promise<void> => {
  const printer = await context.printer()
  const symbols = chooseSymbols(context.io)
  const rows = changed.map(({ row }) => row)
  const [first] = changed
  if (single || printer.format !== 'table' || context.flags().columns !== undefined)
    return printChanged(context, 'tests', {
      rows,
      sentence: first ? changeCells(first, symbols) : sentence(0),
      single,
    })
  const named = changed
    .slice(0, mostNamed)
    .map((one): Line => [{ text: `${symbols.passed} `, tone: 'passed' }, ...changeCells(one, symbols)])
  const left = changed.length - named.length
  const rest = left > 0 ? [`${symbols.ellipsis} and ${counted(left, 'more test')}; --json names them all`] : []
  await printer.answer(rows, [...named, ...rest, ...(changed.length === 1 ? [] : [sentence(changed.length)])])
}

// More would not be read.
const mostNamed = 20
