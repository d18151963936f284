import type { Api } from '../../contract/index.ts'
import { ensureDeleted } from '../../contract/made-changes.ts'
import {
  mayBeThere,
  PartialError,
  RejectedError,
  TestctlError,
  UnauthorizedError,
  UnavailableError,
  UnknownOutcomeError,
} from '../../errors.ts'
import { batch } from '../../system/async/batch.ts'
import type { CaseBase } from '../base/index.ts'
import { type BaseLine, baseLineOf } from '../base/line.ts'
import type { CaseEntry } from '../case-content.ts'
import { digestOfValue, fieldsOf } from '../fields.ts'
import type { Doubled } from '../plan/by-source.ts'
import type { MatchedCase, CasePlan } from '../plan/index.ts'
import { type CaseProject, serviceCaseOf } from '../service-cases.ts'
import type { ImportJournal, CreateAttempt } from './journal.ts'
import { createOf, digestOfRequest } from './request.ts'
import { agreedLine, changeCase } from './change.ts'
import { readUnchanged } from './read-unchanged.ts'
import { keyOf } from './recover.ts'
import type { WriteBack } from './write-back.ts'

/** The result of an import: what it changed, what failed, and what it did not begin. */
export type AppliedImport = {
  base: Map<string, BaseLine>
  created: { entry: CaseEntry; identifier: string }[]
  changed: MatchedCase[]
  deleted: BaseLine[]
  failed: { subject: CaseEntry | BaseLine; error: unknown }[]
  notBegun: (CaseEntry | BaseLine)[]
  /** Whether a create has no answer, or a file does not name its new case: then the next import needs the journal. */
  isOpen: boolean
  /** Cases that another import created at the same time. */
  doubled: readonly Doubled[]
}

export type Applying = {
  api: Api
  files: WriteBack
  /** Undefined if the next import can resume a killed one by the `source` of each case. */
  journal: ImportJournal | undefined
  /** Creates that an import which was killed has already sent, by the keys of their entries. */
  again: ReadonlyMap<string, CreateAttempt>
  stop: AbortSignal
  prune: boolean
  atOnce?: number | undefined
  onSettled?: (() => void) | undefined
}

/** Carries out a plan: creates cases, sends local changes, and deletes cases whose file is gone if that is wanted. */
export const applyCasePlan = async (plan: CasePlan, base: CaseBase, applying: Applying): Promise<AppliedImport> => {
  const { api, files, journal, stop } = applying
  const { project } = plan
  const applied: AppliedImport = {
    base: new Map(base),
    created: [],
    changed: [],
    deleted: [],
    failed: [],
    notBegun: [],
    isOpen: false,
    doubled: [],
  }
  // A create that is not begun this time may have been sent by an import that was killed.
  const unsettled = new Set(plan.created.map(keyOf).filter((key) => applying.again.has(key)))
  const known = new Set([...plan.matched, ...plan.deletedHere].map(({ there }) => there.id))
  for (const { id } of plan.elsewhere) known.add(id)
  const create = async (entry: CaseEntry) => {
    const identifier = await createCase(entry, { ...applying, project, base: applied.base, unsettled, known })
    await files.identify?.(entry, identifier).catch((error: unknown) => {
      // The case was created; only its file does not name it.
      throw error instanceof TestctlError ? new PartialError(`it is ${identifier} now, but ${error.message}`) : error
    })
    unsettled.delete(keyOf(entry))
    applied.created.push({ entry, identifier })
  }
  const change = async (matched: MatchedCase) => {
    const before = applied.base.get(matched.there.id)
    const { line, unstored } = await changeCase(matched, { api, files, project, stop })
    if (matched.changes.some(({ side, field }) => side === 'here' && !unstored.includes(field))) {
      await journal?.note({ did: 'changed', was: digestOfValue(before ?? null), line })
      applied.changed.push(matched)
    }
    applied.base.set(line.id, line)
    if (unstored.length === 0) return
    const names = unstored.map((field) => field.replace(/^fields\./, '')).join(', ')
    throw new PartialError(`the service confirmed the update, but left ${names} as it was`)
  }
  const remove = async ({ line, there }: CasePlan['deletedHere'][number]) => {
    await readUnchanged(api, { there }, project)
    await ensureDeleted(api.cases.delete({ caseId: line.id }))
    applied.base.delete(line.id)
    applied.deleted.push(line)
  }
  for (const matched of plan.matched) if (!isWork(matched)) applied.base.set(matched.there.id, agreedLine(matched))
  await inTurn(plan.created, create, applied, applying)
  await inTurn(plan.matched.filter(isWork), change, applied, applying, ({ entry }) => entry)
  applied.isOpen = unsettled.size > 0
  const gone = applying.prune ? plan.deletedHere.filter(({ isChanged }) => !isChanged) : []
  await inTurn(gone, remove, applied, applying, ({ line }) => line)
  return applied
}

/** Counts the cases to create, change or delete, for a progress bar. */
export const countWork = ({ created, matched, deletedHere }: CasePlan, prune: boolean): number =>
  created.length +
  matched.filter(isWork).length +
  (prune ? deletedHere.filter(({ isChanged }) => !isChanged).length : 0)

const wantsSending = ({ changes }: MatchedCase): boolean => changes.some(({ side }) => side === 'here')
// A conflict that was settled for the service goes into the file.
const wantsTaking = ({ changes }: MatchedCase): boolean =>
  changes.some(({ side, isChosen }) => side === 'there' && isChosen === true)
const isWork = (matched: MatchedCase): boolean => wantsSending(matched) || wantsTaking(matched)

const inTurn = async <T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  applied: AppliedImport,
  { stop, atOnce, onSettled }: Applying,
  subjectOf: (item: T) => CaseEntry | BaseLine = (item) => item as CaseEntry,
): Promise<void> => {
  let unavailable = 0
  const counting = async (item: T): Promise<void> => {
    await work(item)
    unavailable = 0
  }
  const settledItems = await batch(items, counting, {
    concurrency: atOnce ?? 16,
    stop,
    onSettled,
    isFatal: (error) =>
      error instanceof UnauthorizedError || (error instanceof UnavailableError && ++unavailable >= mostUnavailable),
  })
  for (const { item, error } of settledItems.failed) applied.failed.push({ subject: subjectOf(item), error })
  for (const item of settledItems.skipped) applied.notBegun.push(subjectOf(item))
}

// A service that was unavailable this often in a row, each time after all retries, is gone.
const mostUnavailable = 16

type Creating = Applying & {
  project: CaseProject
  base: Map<string, BaseLine>
  /** The keys of entries whose create may have succeeded, but whose files do not name the case yet. */
  unsettled: Set<string>
  /** The ids of the cases that are in the service. */
  known: Set<string>
}

const createCase = async (entry: CaseEntry, creating: Creating): Promise<string> => {
  const { api, journal, again, project, base, unsettled, known } = creating
  const { content } = entry
  const key = keyOf(entry)
  const request = createOf(content, project)
  const sent = again.get(key)
  const once = sent ?? { idempotencyKey: crypto.randomUUID(), request: digestOfRequest(request), at: Date.now() }
  const { idempotencyKey } = once
  await journal?.note({ did: 'creating', key, name: content.name, digest: digestOfValue(content), once })
  unsettled.add(key)
  const answer = await api.cases.create(request, { idempotencyKey }).catch(async (error: unknown) => {
    // If a create got no answer, now or before, the next import finds out whether the case is there.
    const isRefused = sent ? error instanceof RejectedError : !mayBeThere(error)
    if (isRefused) {
      await journal?.note({ did: 'refused', key })
      unsettled.delete(key)
    }
    throw error
  })
  const there = serviceCaseOf(answer.case, project)
  // That case belongs to another file, which had the same content and was changed since.
  if (sent && base.has(there.id)) return createCase(entry, { ...creating, again: new Map() })
  // The answer is that of another request. DECISIONS 431
  if (!sent && known.has(there.id))
    throw new UnknownOutcomeError(`the service answered with ${there.identifier}, which was there before`)
  known.add(there.id)
  const sides = { here: fieldsOf(content), there: fieldsOf(there.content), left: new Set<string>(), before: undefined }
  const line = baseLineOf(there, sides)
  await journal?.note({ did: 'created', key, line })
  base.set(line.id, line)
  return there.identifier
}
