import { batch, type Settled } from '../../system/async/batch.ts'
import type { Api } from '../../contract/index.ts'
import { errorMessage, mayBeThere } from '../../errors.ts'
import type { Outcome } from '../../reports/outcome.ts'
import type { Mask } from '../mask-secrets.ts'
import type { Matching, Unmatched } from '../match/model.ts'
import { identifierOf, type RunProject, type Showing, type Target } from '../../runs/read.ts'
import { fieldsNaming } from '../../runs/named-before.ts'
import { caseNameOf } from '../match/names.ts'
import { type Unfinished, withCreated } from './with-created.ts'
import { areAlone, noDuplicates, removeDuplicates, winnersOf } from './concurrent-duplicates.ts'
import { addTo } from '../../system/maps/add-to.ts'

type Creation = Unfinished & {
  api: Api
  project: RunProject
  unmatched: readonly Unmatched[]
  /** The cases that the project had before. `settle` reads them again, because others may have created some at the same time. */
  before: readonly Target[]
  settle?: (() => Promise<readonly Target[]>) | undefined
  /** The numbers that results name and that no case has: a new case that gets one of them is not the case meant. */
  named?: readonly number[]
  atOnce?: number | undefined
  /** Masks secrets in names. */
  mask?: Mask
  progress?: Showing | undefined
}

/**
 * The outcome of creating cases: the results that have one now, the results that have none, the identifiers of
 * the cases that were created, and the errors.
 */
export type Created = Matching<Target> & { created: readonly string[]; errors: unknown[] }

/**
 * Creates a case for each test of the report that has none; results of the same test share it. A case gets the
 * whole name of its test, because a name must not depend on the rest of a report. DECISIONS 111
 */
export const createMissingCases = async (creation: Creation): Promise<Created> => {
  const { api, project, unmatched, before, settle, stop, mask = asItIs } = creation
  const more = fieldsNaming(creation.named ?? [])
  const wanted = new Map<string, Outcome[]>()
  const made: Created = { matched: [], unmatched: [], created: [], errors: [] }
  for (const one of unmatched) {
    if (!one.creatable) made.unmatched.push(one)
    // Everybody who sees the case can read its name. DECISIONS 105
    else addTo(wanted, mask(caseNameOf(one.outcome)), one.outcome)
  }
  const create = async ([name]: [string, Outcome[]]): Promise<Target> => {
    const answer = await api.cases.create({ projectId: project.id, name, preconditions: '', steps: [], ...more })
    return { id: answer.case.id, name, identifiers: identifierOf('cases', project.identifier, answer.case.displayId) }
  }
  const progress = creation.progress?.('creating cases', wanted.size)
  const settled = await batch([...wanted], create, {
    concurrency: creation.atOnce ?? 16,
    stop,
    onSettled: progress?.step,
  })
  progress?.done()
  const leave = (sharing: readonly Outcome[], reason: string) => {
    for (const outcome of sharing) made.unmatched.push({ outcome, reason, creatable: true, bareIsFree: false })
  }
  const found = await lookForLost(settled.failed, { before, settle })
  const done = [...settled.done, ...found.done]
  const mine = done.map(({ value }) => value)
  const fail = (error: unknown): never => {
    throw withCreated(error, creation, { cases: mine.length, errors: found.failed.map((one) => one.error) })
  }
  const mayHaveRivals = settle !== undefined && !stop.aborted && !areAlone(mine, before)
  const { duplicates, errors } = mayHaveRivals ? await removeDuplicates(api, mine, settle).catch(fail) : noDuplicates
  for (const { item, value } of done) {
    const duplicate = duplicates.get(value.id)
    const targets = [duplicate ?? value]
    const because = duplicate ? 'a case was created for it elsewhere meanwhile' : 'a case was created for it'
    for (const outcome of item[1]) made.matched.push({ outcome, targets, missing: [], rule: 'created', because })
  }
  for (const { item, error } of found.failed) {
    const why = errorMessage(error)
    leave(item[1], mayBeThere(error) ? why : `no case was created for it: ${why}`)
  }
  for (const [, sharing] of settled.skipped) leave(sharing, 'no case was created for it: stopped before')
  return {
    ...made,
    created: mine.flatMap(({ id, identifiers }) => (duplicates.has(id) ? [] : identifiers)),
    errors: [...found.failed.map(({ error }) => error), ...errors],
  }
}

type Sent = Settled<[string, Outcome[]], Target>

/**
 * Looks up the cases whose creates got no answer that can be read, by name among the new cases. A case that is
 * not found, or cannot be looked up, keeps its error. DECISIONS 320
 */
const lookForLost = async (
  failed: Sent['failed'],
  { before, settle }: Pick<Creation, 'before' | 'settle'>,
): Promise<Pick<Sent, 'done' | 'failed'>> => {
  if (!settle || !failed.some(({ error }) => mayBeThere(error))) return { done: [], failed }
  const old = new Set(before.map(({ id }) => id))
  const now = await settle().catch((): readonly Target[] => [])
  const made = winnersOf(now.filter(({ id }) => !old.has(id)))
  const lost = failed.map((one) => ({ ...one, value: mayBeThere(one.error) ? made.get(one.item[0]) : undefined }))
  return {
    done: lost.flatMap(({ item, value }) => (value ? [{ item, value }] : [])),
    failed: lost.filter(({ value }) => !value),
  }
}

const asItIs: Mask = (text) => text
