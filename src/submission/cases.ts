import { batch } from '../batch.ts'
import type { Api } from '../contract/index.ts'
import { UnauthorizedError } from '../errors.ts'
import type { Outcome } from '../reports/outcome.ts'
import type { Mask } from './masking.ts'
import type { Matching, Target, Unmatched } from './match.ts'
import { namesOf } from './names.ts'
import { identifierOf, type Project, type Showing } from './reads.ts'
import { noRivals, yieldToRivals } from './rivals.ts'

type Creation = {
  api: Api
  project: Project
  unmatched: readonly Unmatched[]
  /** All results of the reports: a bare name is given only to a test that has it alone among them. */
  outcomes: readonly Outcome[]
  /** Takes secrets out of names. */
  mask?: Mask
  stop: AbortSignal
  /** Reads the cases of the project again, where others may have created some at the same time. */
  settle?: (() => Promise<readonly Target[]>) | undefined
  /** Names are whole: a test that is alone by its bare name here need not be so in the reports of others. */
  wholeNames?: boolean | undefined
  progress?: Showing | undefined
}

/** What became of the cases to create: results that have one now, results that have none, and what went wrong. */
export type Created = Matching<Target> & { created: number; errors: unknown[] }

/** Creates a case for each test of the report that has none; results of the same test share it. */
export const createCases = async (creation: Creation): Promise<Created> => {
  const { api, project, unmatched, outcomes, stop, settle, wholeNames, mask = asItIs } = creation
  const soleNames = wholeNames ? new Map<string, string>() : soleNamesOf(outcomes)
  const wanted = new Map<string, Outcome[]>()
  const made: Created = { matched: [], unmatched: [], created: 0, errors: [] }
  for (const one of unmatched) {
    const [whole, , , bare] = namesOf(one.outcome)
    if (!one.creatable) made.unmatched.push(one)
    else {
      // Where the bare name was tried and decided nothing, a case by that name would decide nothing either.
      // Everybody reads it who sees the case. DECISIONS F6
      const name = mask(one.bareIsFree && soleNames.get(bare) === whole ? bare : whole)
      const sharing = wanted.get(name)
      if (sharing) sharing.push(one.outcome)
      else wanted.set(name, [one.outcome])
    }
  }
  const create = async ([name]: [string, Outcome[]]): Promise<Target> => {
    const answer = await api.cases.create({ projectId: project.id, name, preconditions: '', steps: [] })
    return { id: answer.case.id, name, identifiers: identifierOf('cases', project.identifier, answer.case.displayId) }
  }
  const progress = creation.progress?.('creating cases', wanted.size)
  const settled = await batch([...wanted], create, {
    concurrency: 16,
    stop,
    onSettled: progress?.step,
    isFatal: (error) => error instanceof UnauthorizedError,
  })
  progress?.done()
  const leave = (sharing: readonly Outcome[], reason: string) => {
    for (const outcome of sharing) made.unmatched.push({ outcome, reason, creatable: true, bareIsFree: false })
  }
  const mine = settled.done.map(({ value }) => value)
  const { rivals, errors } = settle && !stop.aborted ? await yieldToRivals(api, mine, settle) : noRivals
  for (const { item, value } of settled.done) {
    const rival = rivals.get(value.id)
    const targets = [rival ?? value]
    const because = rival ? 'a case was created for it elsewhere meanwhile' : 'a case was created for it'
    for (const outcome of item[1]) made.matched.push({ outcome, targets, missing: [], rule: 'created', because })
  }
  for (const { item, error } of settled.failed)
    leave(item[1], `no case was created for it: ${error instanceof Error ? error.message : String(error)}`)
  for (const [, sharing] of settled.skipped) leave(sharing, 'no case was created for it: stopped before')
  return {
    ...made,
    created: settled.done.length - rivals.size,
    errors: [...settled.failed.map(({ error }) => error), ...errors],
  }
}

const asItIs: Mask = (text) => text

/** Of each bare name, the whole name of the only test that has it; nothing for one that several tests have. */
const soleNamesOf = (outcomes: readonly Outcome[]): Map<string, string | undefined> => {
  const sole = new Map<string, string | undefined>()
  for (const outcome of outcomes) {
    const [whole, , , bare] = namesOf(outcome)
    sole.set(bare, !sole.has(bare) || sole.get(bare) === whole ? whole : undefined)
  }
  return sole
}
