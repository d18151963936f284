import type { Context } from '../../composition/context.ts'
import { answerIfRead } from '../../contract/made-changes.ts'
import { readWhole } from '../../contract/pagination.ts'
import { mayBeDone, PartialError, TestctlError } from '../../errors.ts'
import { counted } from '../../output/text/count.ts'
import { batch } from '../../system/async/batch.ts'
import { stopError } from '../../system/async/stopped.ts'
import { quoteWord } from '../../system/shell-line.ts'
import { testsOfRun } from '../../contract/pages/tests-of-run.ts'

/**
 * Assigns the tests of a new run to people in turn, and returns how many each has got: `Assigned 3 tests: ana 2, ben 1`. The run exists
 * and was printed already, so if its tests cannot be read or assigned, throws a PartialError (exit code 7).
 */
export const assignTests = async (
  context: Context,
  { id: testRunId, identifier }: { id: string; identifier: string },
  names: readonly string[],
): Promise<string> => {
  const api = await context.api()
  const { stop } = context.io
  const stay = (left: string, error: unknown): Error => {
    const said = `the run ${identifier} was created; ${left}`
    const hint = `assign them: testctl tests list ${identifier} --assigned-to '' -q | testctl tests assign - --to ${quoteWord(names[0] ?? '')}`
    if (stop.aborted) return stopError(stop, said, { hint })
    return error instanceof TestctlError ? new PartialError(`${said}: ${error.message}`, { hint }) : (error as Error)
  }
  const ids = await readWhole(testsOfRun(api, testRunId), ({ id }) => id).catch((error: unknown) => {
    throw stay('its tests are not assigned', error)
  })
  const changes = ids.map((testId, at) => ({ testId, assignedTo: names[at % names.length] ?? '' }))
  const assign = (change: (typeof changes)[number]) => answerIfRead(api.tests.update(change))
  const { failed, skipped } = await batch(changes, assign, { concurrency: 32, stop })
  const unknown = failed.filter(({ error }) => mayBeDone(error)).length
  const undone = failed.length + skipped.length - unknown
  const left = [
    undone > 0 && `${undone} of ${counted(changes.length, 'test')} ${undone === 1 ? 'is' : 'are'} not assigned`,
    unknown > 0 && `${unknown} of ${counted(changes.length, 'test')} may or may not be assigned`,
  ].filter((part) => part !== false)
  if (left.length > 0) throw stay(left.join(', '), failed[0]?.error)
  stop.throwIfAborted()
  return sayShares(changes)
}

const sayShares = (changes: readonly { assignedTo: string }[]): string => {
  const shares = new Map<string, number>()
  for (const { assignedTo } of changes) shares.set(assignedTo, (shares.get(assignedTo) ?? 0) + 1)
  const each = [...shares].map(([name, count]) => `${name} ${count}`).join(', ')
  return `Assigned ${counted(changes.length, 'test')}${each && `: ${each}`}`
}
