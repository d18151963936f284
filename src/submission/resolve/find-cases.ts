import type { JournalEntry } from '../journal/index.ts'
import type { Outcome } from '../../reports/outcome.ts'
import { type Created, createMissingCases } from './create-cases.ts'
import { match } from '../match/index.ts'
import { type Matched } from '../match/model.ts'
import { identifiersNamed, futureNumbers } from './named-numbers.ts'
import { caseNameOf } from '../match/names.ts'
import type { SubmissionOptions } from '../options.ts'
import { readCases } from './read-cases.ts'
import { readStable } from './stable-read.ts'
import { withCreated } from './with-created.ts'

type Search = { project: { id: string; identifier: string }; all: readonly Outcome[]; taken: readonly string[] }

/** Finds the cases of results in a project, and creates missing ones if asked to. */
export const findCases = async (order: SubmissionOptions, { project, all, taken }: Search): Promise<Created> => {
  const { rules, stop } = order
  const read = () => readCases(order.api, project, order.progress)
  const creates = order.policy.unmatched === 'create'
  let kept: Set<string> | undefined
  const names = () => (kept ??= new Set(all.map((outcome) => order.mask(caseNameOf(outcome)))))
  // Other submissions may create cases at the same time.
  const targets = creates || order.shards ? await readStable(read, { stop, names }) : await read()
  const found = match({
    outcomes: order.outcomes,
    targets,
    project: project.identifier,
    rules,
    mask: order.mask,
    nearest: !creates,
    among: { many: 'cases', where: 'in the project' },
    taken,
  })
  if (!creates) return { ...found, created: [], errors: [] }
  const made = await createMissingCases({
    ...order,
    project,
    unmatched: found.unmatched,
    before: targets,
    named: futureNumbers(identifiersNamed(all, { project: project.identifier, rules }), targets),
    settle: order.dryRun ? undefined : read,
  })
  const { created, errors } = made
  try {
    await order.journal.noteAll(entriesOf(created))
    stop.throwIfAborted()
  } catch (error) {
    throw withCreated(error, order, { cases: created.length, errors })
  }
  return { ...made, matched: inReadingOrder(all, [...found.matched, ...made.matched]) }
}

const entriesOf = function* (created: readonly string[]): Generator<JournalEntry> {
  for (let start = 0; start < created.length; start += identifiersAtOnce)
    yield { did: 'createdCases', identifiers: created.slice(start, start + identifiersAtOnce) }
}

const identifiersAtOnce = 1000

/** Sorts results into the order of the reports, which decides which of several is the last. */
export const inReadingOrder = <T>(outcomes: readonly Outcome[], matched: readonly Matched<T>[]): Matched<T>[] => {
  const place = new Map(outcomes.map((outcome, at) => [outcome, at]))
  return matched.toSorted((one, other) => (place.get(one.outcome) ?? 0) - (place.get(other.outcome) ?? 0))
}
