import type { Outcome } from '../reports/outcome.ts'
import { type Created, createCases } from './cases.ts'
import { match, type Matched } from './match.ts'
import type { Order } from './order.ts'
import { readCases } from './reads.ts'
import { readSettled } from './settled.ts'
import { stoppedWith } from './verdict.ts'

type Search = { project: { id: string; identifier: string }; all: readonly Outcome[]; taken: readonly string[] }

/** Finds the cases of a project that results are for, and creates those that are missing where that was ordered. */
export const findCases = async (order: Order, { project, all, taken }: Search): Promise<Created> => {
  const read = () => readCases(order.api, project, order.progress)
  const found = match({
    outcomes: order.outcomes,
    targets: order.shards ? await readSettled(read, order) : await read(),
    project: project.identifier,
    rules: order.rules,
    mask: order.mask,
    nearest: order.policy.unmatched !== 'create',
    among: { many: 'cases', where: 'in the project' },
    taken,
  })
  if (order.policy.unmatched !== 'create') return { ...found, created: 0, errors: [] }
  const made = await createCases({
    ...order,
    project,
    unmatched: found.unmatched,
    outcomes: all,
    // What an earlier try sent may arrive late, and shards send at the same time.
    settle: order.shards || order.ours ? read : undefined,
    wholeNames: order.shards,
  })
  const identifiers = made.matched.flatMap(({ targets }) => targets.flatMap((target) => target.identifiers))
  if (made.created > 0) await order.journal.note({ did: 'createdCases', identifiers: [...new Set(identifiers)] })
  if (order.stop.aborted)
    throw stoppedWith(order.stop, `stopped after ${made.created} cases were created; no result has been set`)
  return { ...made, matched: inReadingOrder(all, [...found.matched, ...made.matched]) }
}

/** Puts results in the order of the reports, which says which of several is the last. */
export const inReadingOrder = <T>(outcomes: readonly Outcome[], matched: readonly Matched<T>[]): Matched<T>[] => {
  const place = new Map(outcomes.map((outcome, at) => [outcome, at]))
  return matched.toSorted((one, other) => (place.get(one.outcome) ?? 0) - (place.get(other.outcome) ?? 0))
}
