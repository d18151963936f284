import type { Api } from '../../contract/index.ts'
import { RejectedError, UnauthorizedError, UnavailableError, UnknownOutcomeError } from '../../errors.ts'
import { batch } from '../../system/async/batch.ts'
import type { Base } from '../base/index.ts'
import { type BaseLine, baseLineOf } from '../base/line.ts'
import type { CaseContent, CaseEntry } from '../case-content.ts'
import { contentOf, digestOf, fieldsOf } from '../fields.ts'
import type { Matched, Plan } from '../plan/index.ts'
import { type CaseProject, serviceCaseOf } from '../service-cases.ts'
import type { ImportJournal, Once } from './journal.ts'
import { copyField, createOf, digestOfRequest, updateOf } from './request.ts'
import { keyOf } from './recover.ts'

/** Where entries come from, and what is written back to it. Entries that nothing is written back to leave both out. */
export type WriteBack = {
  /** Writes down which case an entry is. */
  identify?: (entry: CaseEntry, identifier: string) => Promise<void>
  /** Gives an entry the texts that the service has. */
  replace?: (entry: CaseEntry, content: CaseContent, identifier: string) => Promise<void>
  /** Takes an entry away, where that is not to remove its file. */
  remove?: (entry: CaseEntry) => Promise<void>
  /** Adds a case, where that is not a new file; gives the name of the file. */
  add?: (one: { content: CaseContent; identifier: string }) => Promise<string>
  /** Ends the writing: before anything is taken for agreed on. */
  finish?: () => Promise<void>
}

/** What an import changed, and what it could not. */
export type Applied = {
  base: Map<string, BaseLine>
  created: { entry: CaseEntry; identifier: string }[]
  changed: Matched[]
  deleted: BaseLine[]
  failed: { subject: CaseEntry | BaseLine; error: unknown }[]
  notBegun: number
  /** Whether an answer to a create is missing: the journal is needed then. */
  isOpen: boolean
}

export type Applying = {
  api: Api
  files: WriteBack
  /** None where an import that was killed is understood without: by the `source` of each case. */
  journal: ImportJournal | undefined
  /** Creates that an import that was killed has sent already. */
  again: ReadonlyMap<string, Once>
  stop: AbortSignal
  prune: boolean
  atOnce?: number | undefined
  onSettled?: (() => void) | undefined
}

/** Carries a plan out: creates, changes what was changed here, and deletes what was deleted here where that is wanted. */
export const applyPlan = async (plan: Plan, base: Base, applying: Applying): Promise<Applied> => {
  const { api, files, journal } = applying
  const { project } = plan
  const applied: Applied = {
    base: new Map(base),
    created: [],
    changed: [],
    deleted: [],
    failed: [],
    notBegun: 0,
    isOpen: false,
  }
  // One that is not begun this time may have been sent by an import that was killed.
  const unsettled = new Set(plan.created.map(keyOf).filter((key) => applying.again.has(key)))
  const create = async (entry: CaseEntry) => {
    const identifier = await createCase(entry, { ...applying, project, base: applied.base, unsettled })
    await files.identify?.(entry, identifier)
    applied.created.push({ entry, identifier })
  }
  const change = async (matched: Matched) => {
    const before = applied.base.get(matched.there.id)
    const line = await changeCase(matched, { api, files, project })
    if (wantsSending(matched)) {
      await journal?.note({ did: 'changed', was: digestOf(before ?? null), line })
      applied.changed.push(matched)
    }
    applied.base.set(line.id, line)
  }
  const remove = async ({ line }: Plan['deletedHere'][number]) => {
    await api.cases.delete({ caseId: line.id })
    applied.base.delete(line.id)
    applied.deleted.push(line)
  }
  for (const matched of plan.matched) if (!isWork(matched)) applied.base.set(matched.there.id, settled(matched))
  await inTurn(plan.created, create, applied, applying)
  await inTurn(plan.matched.filter(isWork), change, applied, applying, ({ entry }) => entry)
  applied.isOpen = unsettled.size > 0
  const gone = applying.prune ? plan.deletedHere.filter(({ isChanged }) => !isChanged) : []
  await inTurn(gone, remove, applied, applying, ({ line }) => line)
  return applied
}

/** How much there is to do, for a progress bar. */
export const countWork = ({ created, matched, deletedHere }: Plan, prune: boolean): number =>
  created.length +
  matched.filter(isWork).length +
  (prune ? deletedHere.filter(({ isChanged }) => !isChanged).length : 0)

const wantsSending = ({ changes }: Matched): boolean => changes.some(({ side }) => side === 'here')
// What was chosen to come from the service although both had changed it goes into the file.
const wantsTaking = ({ changes }: Matched): boolean =>
  changes.some(({ side, isChosen }) => side === 'there' && isChosen === true)
const isWork = (matched: Matched): boolean => wantsSending(matched) || wantsTaking(matched)

const inTurn = async <T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  applied: Applied,
  { stop, atOnce, onSettled }: Applying,
  subjectOf: (item: T) => CaseEntry | BaseLine = (item) => item as CaseEntry,
): Promise<void> => {
  let unavailable = 0
  const settledItems = await batch(items, work, {
    concurrency: atOnce ?? 16,
    stop,
    onSettled,
    isFatal: (error) =>
      error instanceof UnauthorizedError || (error instanceof UnavailableError && ++unavailable >= mostUnavailable),
  })
  applied.failed.push(...settledItems.failed.map(({ item, error }) => ({ subject: subjectOf(item), error })))
  applied.notBegun += settledItems.skipped.length
}

// A service that failed so often, all attempts included, is gone.
const mostUnavailable = 16

type Creating = Applying & {
  project: CaseProject
  base: Map<string, BaseLine>
  /** Creates that may have been done without an answer, by the keys of their entries. */
  unsettled: Set<string>
}

const createCase = async (entry: CaseEntry, creating: Creating): Promise<string> => {
  const { api, journal, again, project, base, unsettled } = creating
  const { content } = entry
  const key = keyOf(entry)
  const request = createOf(content, project)
  const sent = again.get(key)
  const once = sent ?? { idempotencyKey: crypto.randomUUID(), request: digestOfRequest(request), at: Date.now() }
  const { idempotencyKey } = once
  await journal?.note({ did: 'creating', key, name: content.name, digest: digestOf(content), once })
  const answer = await api.cases.create(request, { idempotencyKey }).catch(async (error: unknown) => {
    // Whether one that was sent without an answer, now or before, is there is found out by the next import.
    const isRefused = sent ? error instanceof RejectedError : !(error instanceof UnknownOutcomeError)
    if (isRefused) {
      unsettled.delete(key)
      await journal?.note({ did: 'refused', key })
    } else unsettled.add(key)
    throw error
  })
  unsettled.delete(key)
  const there = serviceCaseOf(answer.case, project)
  // Another file that said the same, and was changed since, was found to be of that case.
  if (sent && base.has(there.id)) return createCase(entry, { ...creating, again: new Map() })
  const sides = { here: fieldsOf(content), there: fieldsOf(there.content), left: new Set<string>(), before: undefined }
  const line = baseLineOf(there, sides)
  await journal?.note({ did: 'created', key, line })
  base.set(line.id, line)
  return there.identifier
}

const changeCase = async (
  { entry, there, line, changes }: Matched,
  { api, files, project }: Pick<Applying, 'api' | 'files'> & { project: CaseProject },
): Promise<BaseLine> => {
  const here = new Map(fieldsOf(entry.content))
  const theirs = fieldsOf(there.content)
  const sent = changes.filter(({ side }) => side === 'here').map(({ field }) => field)
  const taken = changes.filter(({ side, isChosen }) => side === 'there' && isChosen === true)
  const now =
    sent.length === 0
      ? there
      : serviceCaseOf((await api.cases.update({ caseId: there.id, ...updateOf(here, theirs, sent) })).case, project)
  for (const { field } of taken) copyField(theirs, here, field)
  if (taken.length > 0) await files.replace?.(entry, contentOf(here), there.identifier)
  const left = new Set(
    changes
      .filter(({ side, isChosen }) => side === 'conflict' || (side === 'there' && !isChosen))
      .map(({ field }) => field),
  )
  return baseLineOf(now, { here, there: fieldsOf(now.content), left, before: line })
}

/** The line of a case of which nothing is sent: what both say alike is what they agree on. */
const settled = ({ entry, there, line, changes }: Matched): BaseLine =>
  baseLineOf(there, {
    here: fieldsOf(entry.content),
    there: fieldsOf(there.content),
    left: new Set(changes.map(({ field }) => field)),
    before: line,
  })
