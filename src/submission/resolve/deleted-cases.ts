import { RejectedError } from '../../errors.ts'
import type { Target } from '../../runs/read.ts'
import type { Matched } from '../match/model.ts'

/**
 * Runs `work`, which sends cases that were read before. If the service refuses some because they were deleted
 * since, throws a RejectedError that names them. DECISIONS 251
 */
export const nameDeletedCases = async <T>(matched: readonly Matched<Target>[], work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RejectedError)) throw error
    const gone = casesIn(error, matched).map(({ identifiers, name }) =>
      [...identifiers.slice(0, 1), JSON.stringify(name)].join(' '),
    )
    if (gone.length === 0) throw error
    const named = gone.slice(0, mostNamed).join(', ') + (gone.length > mostNamed ? ' and others' : '')
    const are = gone.length === 1 ? 'a case is' : 'cases are'
    throw new RejectedError(`${are} not in the project any more: ${named}; no result has been set`, {
      status: error.status,
      hint: 'run it again: it reads the cases anew',
      cause: error,
    })
  }
}

const mostNamed = 3

/** Returns the cases that an error is about: the service begins each issue with an id. */
const casesIn = ({ issues = [] }: RejectedError, matched: readonly Matched<Target>[]): Target[] => {
  const cases = new Map(matched.flatMap(({ targets }) => targets.map((target) => [target.id, target])))
  return issues.flatMap(({ message }) => cases.get(message.split(' ', 1)[0] ?? '') ?? [])
}
