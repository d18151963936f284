import type { ResultName } from '../../contract/vocabulary.ts'
import type { EarlierExecution } from '../journal/replay.ts'
import type { Op } from './op.ts'

/** The last known state of the tests, from the journal and from the answers of the service. */
export type Knowledge = {
  me: string | undefined
  /** What a test held after the last thing that was sent. */
  held: Map<string, ResultName>
  /** What may have been stored although no answer came. */
  maybe: Map<string, Set<ResultName>>
  claimed: Set<string>
  comments: Map<number, string>
  same: Map<number, number>
  /** Where tests stand in the list of their run, once they are not found by their identifiers any more. */
  places: ReadonlyMap<string, number>
}

/** What is known when an execution begins. */
export const knowledgeOf = (earlier: EarlierExecution, me: string | undefined): Knowledge => {
  const { held, claimed, comments, same, pending } = earlier
  const maybe = new Map<string, Set<ResultName>>()
  for (const op of pending) {
    const result = resultOf(op)
    if (result) maybe.set(op.test, (maybe.get(op.test) ?? new Set()).add(result))
  }
  return {
    me: me ?? earlier.me,
    held: new Map(held),
    maybe,
    claimed: new Set(claimed),
    comments: new Map(comments),
    same: new Map(same),
    places: new Map(),
  }
}

const resultOf = (op: Op): ResultName | undefined => {
  if (op.do === 'decide') return op.result
  if (op.do === 'open') return 'inProgress'
  return op.do === 'leave' ? op.before : undefined
}
