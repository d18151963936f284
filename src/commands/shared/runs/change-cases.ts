import type { Api } from '../../../contract/index.ts'
import { caseIdsAtOnce } from '../../../contract/vocabulary.ts'
import { mayBeDone, mayBeThere, PartialError, TestctlError, UnknownOutcomeError } from '../../../errors.ts'
import { counted } from '../../../output/text/count.ts'

type Update = Api['runs']['update']
type Run = Awaited<ReturnType<Update>>['testRun']

/** The ids of the cases that a request adds to a run, and of those that it removes. */
export type CaseChange = Pick<Parameters<Update>[0], 'caseIdsToAdd' | 'caseIdsToRemove'>

/** Splits a change of the cases of a run into requests of at most `caseIdsAtOnce` ids; there is always a first one. DECISIONS 493 */
export const inRequests = ({ caseIdsToAdd, caseIdsToRemove }: CaseChange): [CaseChange, ...CaseChange[]] => {
  const removing = caseIdsToRemove?.slice(0, caseIdsAtOnce)
  const room = caseIdsAtOnce - (removing?.length ?? 0)
  const adding = room > 0 ? caseIdsToAdd?.slice(0, room) : undefined
  const first = {
    ...(adding && { caseIdsToAdd: adding }),
    ...(removing && { caseIdsToRemove: removing }),
  }
  const rest = { caseIdsToAdd: caseIdsToAdd?.slice(room), caseIdsToRemove: caseIdsToRemove?.slice(caseIdsAtOnce) }
  const left = Object.fromEntries(Object.entries(rest).filter(([, ids]) => ids && ids.length > 0)) as CaseChange
  return Object.keys(left).length > 0 ? [first, ...inRequests(left)] : [first]
}

/** Sends the requests after the first, and returns the run as it is then. The error of a failure says how many cases are done. */
export const changeRest = async (api: Api, run: Run, handle: string, rest: readonly CaseChange[]): Promise<Run> => {
  let changed = run
  for (const [at, change] of rest.entries()) {
    try {
      changed = (await api.runs.update({ testRunId: run.id, ...change })).testRun
    } catch (error) {
      if (!(error instanceof TestctlError)) throw error
      const done = counted((at + 1) * caseIdsAtOnce, 'case')
      const details = { ...error.details, hint: `look first: testctl tests list ${handle}` }
      if (mayBeDone(error) || mayBeThere(error))
        throw new UnknownOutcomeError(`${done} of ${handle} are done, the others may be: ${error.message}`, details)
      throw new PartialError(`${done} of ${handle} are done, the others are not: ${error.message}`, details)
    }
  }
  return changed
}
