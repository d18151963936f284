import { batch } from '../../system/async/batch.ts'
import type { Context } from '../../composition/context.ts'
import {
  InterruptedError,
  PartialError,
  TerminatedError,
  TestctlError,
  UnauthorizedError,
  UnavailableError,
  UnknownOutcomeError,
} from '../../errors.ts'
import { parseIdentifier } from '../../contract/identifiers.ts'
import type { Resource } from '../../output/cells/row.ts'
import { counted } from '../../output/text/count.ts'
import { identified } from '../shared/verbs/list.ts'
import type { TestChange } from './read-changes.ts'
import { type Selected, selectTests } from './selection.ts'

type Merged = {
  at: number
  named: Selected
  fields: { result?: TestChange['result']; assignedTo?: string }
  comments: string[]
}

/**
 * Applies changes to many tests in parallel, prints those that were applied, and fails with what was not.
 * Several changes of one test are one: the last value counts, every comment is kept. A `single` one is printed as an
 * object, not as a list of one. DECISIONS 26
 */
export const applyChanges = async (
  context: Context,
  changes: readonly TestChange[],
  {
    sentence,
    concurrency = 32,
    single = false,
  }: { sentence: (count: number) => string; concurrency?: number | undefined; single?: boolean },
): Promise<void> => {
  const selected = await selectTests(
    context,
    changes.map(({ test }) => test),
  )
  const merged = [...mergeById(changes, selected).values()]
  // Of one alone nothing can be told but that it is waited for.
  const progress = merged.length > 1 ? context.progress('setting results', merged.length) : undefined
  const settled = await batch(merged, (item) => applyOne(context, item), {
    concurrency,
    stop: context.io.stop,
    isFatal: (error) => error instanceof UnauthorizedError,
    onSettled: progress?.step,
  })
  progress?.done()
  const rows = settled.done
    .sort((one, other) => one.item.at - other.item.at)
    .map(({ item, value }) => identified('tests', parseIdentifier(item.named.identifier ?? '')?.project, value))
  if (rows.length > 0 || merged.length === 0) await printChanged(context, rows, { sentence, single })
  reportRest(context, merged.length, settled)
}

const mergeById = (changes: readonly TestChange[], selected: readonly Selected[]): Map<string, Merged> => {
  const merged = new Map<string, Merged>()
  for (const [at, { result, assignedTo, comment }] of changes.entries()) {
    const named = selected[at]!
    const key = named.id ?? named.typed
    const item = merged.get(key) ?? { at, named, fields: {}, comments: [] }
    Object.assign(item.fields, result !== undefined && { result }, assignedTo !== undefined && { assignedTo })
    // The same of a test that was named twice is one. DECISIONS X7
    if (comment !== undefined && !item.comments.includes(comment)) item.comments.push(comment)
    merged.set(key, item)
  }
  return merged
}

const applyOne = async (context: Context, { named, fields, comments }: Merged): Promise<Resource> => {
  const { id } = named
  if (id === undefined) throw named.error
  const api = await context.api()
  const known = { ...(named.identifier !== undefined && { identifier: named.identifier }), id }
  const updated = Object.keys(fields).length > 0 ? (await api.tests.update({ testId: id, ...fields })).test : known
  for (const content of comments)
    await api.comments.create({ resourceId: id, content }).catch((error: unknown) => {
      throw Object.keys(fields).length > 0 ? butNotCommented(named, fields, error) : error
    })
  return updated
}

/** The result is set and the comment is not: partly done, whatever kept the comment. DECISIONS X7 */
const butNotCommented = ({ identifier, typed }: Selected, { result }: Merged['fields'], error: unknown): unknown => {
  if (!(error instanceof TestctlError)) return error
  const test = identifier ?? typed
  const unknown = error instanceof UnknownOutcomeError ? ' may have' : ''
  return new PartialError(`${test} is ${result ?? 'changed'}, but its comment${unknown} failed: ${error.message}`, {
    hint: `testctl comments create ${test} --content 'What to say'`,
    status: error.status,
    cause: error,
  })
}

const printChanged = async (
  context: Context,
  rows: readonly Resource[],
  { sentence, single }: { sentence: (count: number) => string; single: boolean },
): Promise<void> => {
  const printer = await context.printer()
  const [first] = rows
  if (single && first) return printer.changed('tests', first, sentence(1))
  if (printer.format === 'table') return printer.answer(rows, [sentence(rows.length)])
  if (printer.format === 'tsv')
    return printer.answer(
      rows,
      rows.map(({ identifier, id }) => String(identifier ?? id)),
    )
  await printer.list('tests', rows)
}

type Rest = { done: unknown[]; failed: { item: Merged; error: unknown }[]; skipped: Merged[] }

/** Throws when something is left: the error itself where it is the same for all, else one that says which and why. */
const reportRest = (context: Context, total: number, { done, failed, skipped }: Rest): void => {
  const [first] = failed
  if (!first && skipped.length === 0) return
  const said = ({ named }: Merged) => named.identifier ?? named.typed
  const issues = [
    ...failed.map(({ item, error }) => ({ path: said(item), message: (error as Error).message })),
    ...skipped.map((item) => ({ path: said(item), message: 'not begun' })),
  ]
  const changed = context.flags().dryRun ? 'would be changed' : 'changed'
  const rest = skipped.length > 0 ? `, ${skipped.length} not begun` : ''
  const message = `${done.length} of ${counted(total, 'test')} ${changed}, ${failed.length} failed${rest}`
  const { reason } = context.io.stop
  if (context.io.stop.aborted) {
    if (reason instanceof InterruptedError) throw new InterruptedError(message, { issues })
    if (reason instanceof TerminatedError) throw new TerminatedError(message, { issues })
    throw reason
  }
  const bug = failed.find(({ error }) => !(error instanceof TestctlError))
  if (bug) throw bug.error
  const alike = failed.every(({ error }) => sameExit(error, first?.error))
  if (first && done.length === 0 && alike && (total === 1 || concernsAll(first.error))) throw first.error
  throw new PartialError(message, { issues, hint: 'fix these, then run it again for them' })
}

const concernsAll = (error: unknown): boolean => error instanceof UnauthorizedError || error instanceof UnavailableError

const sameExit = (one: unknown, other: unknown): boolean =>
  one instanceof TestctlError && other instanceof TestctlError && one.exitCode === other.exitCode
