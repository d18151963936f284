import type { ResultName } from '../../contract/vocabulary.ts'
import type { Alike } from '../journal/entry.ts'
import type { EarlierExecution } from '../journal/replay.ts'
import type { Op } from './op.ts'

/** The last known state of the tests, from the journal and from the answers of the service. */
export type Knowledge = {
  me: string | undefined
  /** The result of a test after the last operation sent for it. */
  held: Map<string, ResultName>
  /** Results that may have been stored although no answer came. */
  maybe: Map<string, Set<ResultName>>
  claimed: Set<string>
  comments: Map<number, string>
  same: Map<number, Alike>
  /** The positions of tests in the list of their run; filled once a test is not found by its identifier. */
  places: ReadonlyMap<string, number>
}

/** Returns the knowledge at the beginning of an execution. */
export const initialKnowledge = (earlier: EarlierExecution, me: string | undefined): Knowledge => {
  const { held, claimed, comments, same, pending } = earlier
  const maybe = new Map<string, Set<ResultName>>()
  for (const op of pending)
    for (const result of resultsOf(op)) maybe.set(op.test, (maybe.get(op.test) ?? new Set()).add(result))
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

const resultsOf = (op: Op): ResultName[] => {
  if (op.do === 'decide')
    return [op.result, ...(op.instead ?? []).flatMap(({ result, isBegun }) => (isBegun ? [result] : []))]
  if (op.do === 'open') return ['inProgress']
  return op.do === 'leave' ? [op.before] : []
}
