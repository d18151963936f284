import { refusedIds } from '../../contract/refused-ids.ts'
import { RejectedError } from '../../errors.ts'
import type { Target } from '../../runs/read.ts'
import type { Matched } from '../match/model.ts'

/**
 * Does what needs cases that were read before. Where the service refuses some that are gone since, the RejectedError names them.
 * DECISIONS H1
 */
export const nameDeletedCases = async <T>(matched: readonly Matched<Target>[], work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const cases = new Map(matched.flatMap(({ targets }) => targets).map((target) => [target.id, target]))
    const gone = refusedIds(error, [...cases.keys()]).map((id) => nameOf(cases.get(id)!))
    if (gone.length === 0) throw error
    const named = gone.slice(0, mostNamed).join(', ') + (gone.length > mostNamed ? ' and others' : '')
    const are = gone.length === 1 ? 'a case is' : 'cases are'
    throw new RejectedError(`${are} not in the project any more: ${named}; no result has been set`, {
      status: (error as RejectedError).status,
      hint: 'run it again: it reads the cases anew',
      cause: error,
    })
  }
}

const nameOf = ({ identifiers, name }: Target): string => [...identifiers.slice(0, 1), JSON.stringify(name)].join(' ')

const mostNamed = 3
