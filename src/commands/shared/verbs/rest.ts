import type { Context } from '../../../composition/context.ts'
import {
  AppliedError,
  type Details,
  type Issue,
  mayBeDone,
  PartialError,
  TestctlError,
  UnauthorizedError,
  UnavailableError,
  UnconfirmedError,
  UnknownOutcomeError,
} from '../../../errors.ts'
import { counted } from '../../../output/text/count.ts'
import type { Settled } from '../../../system/async/batch.ts'
import { stopError } from '../../../system/async/stopped.ts'

/**
 * Throws if something was not done: the error itself if it concerns everything (the key, the network), or one that lists each item
 * with its reason. The exit code is that of the reason if nothing was done and there is a single reason; if not, 7. DECISIONS 284
 * Unknown outcomes are counted apart and always listed. `besides` is what remains to be done for the items that were done.
 */
export const reportRest = <T>(
  context: Context,
  {
    done,
    failed: all,
    skipped,
    label,
    name,
    verbed,
    besides,
    hint = !besides && isForService(all) ? 'run it again for them' : 'fix these, then run it again for them',
  }: Pick<Settled<T, unknown>, 'done' | 'failed' | 'skipped'> & {
    label: string
    name: (item: T) => string
    verbed: string
    hint?: string
    besides?: { said: string; issues: readonly Issue[]; lookFirst: string | undefined } | undefined
  },
): void => {
  // These were done; only their answers cannot be read. DECISIONS 292
  const unread = all.flatMap(({ error }) => (error instanceof AppliedError ? [error] : []))
  const failed = all.filter(({ error }) => !(error instanceof AppliedError))
  const finished = done.length + unread.length
  if (all.length + skipped.length === 0 && !besides) return
  const issues = [
    ...all.map(({ item, error }) => ({ path: name(item), message: reasonOf(error) })),
    ...skipped.map((item) => ({ path: name(item), message: 'not begun' })),
    ...(besides?.issues ?? []),
  ]
  const total = finished + failed.length + skipped.length
  const would = context.flags().dryRun ? `would be ${verbed}` : verbed
  const without = unread.length > 0 ? ` (${unread.length} with an answer that cannot be read)` : ''
  const unknown = failed.filter(({ error }) => mayBeDone(error))
  const message = [
    `${finished} of ${counted(total, label)} ${would}${without}`,
    ...(failed.length > unknown.length || issues.length === skipped.length + unread.length
      ? [`${failed.length - unknown.length} failed`]
      : []),
    ...(unknown.length > 0 ? [`${unknown.length} unknown`] : []),
    ...(skipped.length > 0 ? [`${skipped.length} not begun`] : []),
    ...(besides ? [besides.said] : []),
  ].join(', ')
  if (context.io.stop.aborted) throw stopError(context.io.stop, message, { issues })
  const bug = failed.find(({ error }) => !(error instanceof TestctlError))
  if (bug) throw bug.error
  if (failed.length + skipped.length === 0 && !besides)
    throw total === 1 ? unread[0] : new AppliedError(message, { issues, hint: unread[0]?.hint })
  const reason = finished === 0 ? sharedReason(failed.map(({ error }) => error)) : undefined
  const lost = unknown.find(({ error }) => error instanceof UnknownOutcomeError)?.error as TestctlError | undefined
  if (!reason) throw new PartialError(message, { issues, hint: lost?.hint ?? besides?.lookFirst ?? hint })
  if (total === 1 || (concernsAll(reason) && unknown.length === 0)) throw reason
  if (concernsAll(reason)) throw new UnconfirmedError(message, { issues, hint: 'run it again for them' })
  const isShared = (field: 'hint' | 'status'): boolean =>
    failed.every(({ error }) => error instanceof TestctlError && error[field] === reason[field])
  throw alikeError(reason, message, {
    issues,
    status: isShared('status') ? reason.status : undefined,
    hint: (isShared('hint') ? reason.hint : undefined) ?? lost?.hint ?? hint,
  })
}

/** Returns why an item failed, with the ID that was probably meant. DECISIONS 156 */
const reasonOf = (error: unknown): string => {
  const { message, hint } = error as Error & { hint?: string }
  return hint?.startsWith('did you mean ') ? `${message}; ${hint}` : message
}

/** Whether every failure is that of an unavailable service, so that the user has nothing to fix. */
const isForService = (failed: readonly { error: unknown }[]): boolean =>
  failed.length > 0 && failed.every(({ error }) => error instanceof UnavailableError)

const concernsAll = (error: unknown): boolean => error instanceof UnauthorizedError || error instanceof UnavailableError

/** Returns the first of the errors if all have its exit code. */
const sharedReason = ([first, ...others]: readonly unknown[]): TestctlError | undefined =>
  first instanceof TestctlError &&
  others.every((error) => error instanceof TestctlError && error.exitCode === first.exitCode)
    ? first
    : undefined

const alikeError = (error: TestctlError, message: string, details: Details): TestctlError =>
  new (error.constructor as new (message: string, details: Details) => TestctlError)(message, details)
