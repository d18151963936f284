import type { Context } from '../../../composition/context.ts'
import type { Ended, Unsent } from '../../../execute/index.ts'
import type { Gate } from '../../../runs/status/gate.ts'
import type { RunState } from '../../../runs/status/index.ts'
import type { NamedRun } from '../../../runs/line-parts.ts'
import { InterruptedError, type Issue, PartialError, UnavailableError } from '../../../errors.ts'
import type { Line } from '../../../output/cells/line.ts'
import { counted } from '../../../output/text/count.ts'
import { gateErrorOf } from '../../shared/runs/gate-error.ts'
import { terminalLook } from '../../shared/runs/look.ts'
import { answerOf } from '../../shared/runs/state.ts'
import { plainStateLines } from '../../shared/runs/plain-state.ts'
import { setOf } from './set-results.ts'

type End = {
  run: NamedRun & { identifier: string }
  executed: Ended
  gate: Gate | undefined
  isPlain: boolean
  /** The command that goes on with the same tests. */
  again: string
  /** The flags that chose the tests; undefined if `--from` named a test to begin with. */
  chosen: readonly string[] | undefined
}

/**
 * Prints the outcome of a session: the results that were set, the state of the run, and the next command. Throws if it was
 * interrupted, if something is unsent or was refused, or if the gate is not met.
 */
export const endExecution = async (
  context: Context,
  { run, executed, gate, isPlain, again, chosen }: End,
): Promise<void> => {
  const { unsent, by } = executed
  const set = setOf(executed)
  const refused = refusedIn(executed)
  if (by === 'interrupt') throw interruptionOf(executed, refused, again)
  if (unsent)
    throw new UnavailableError(unsent.said, {
      issues: [...lostIn(executed), ...refused],
      hint: unsent.isKept ? `this sends the kept results first: ${again}` : `set them again: ${again}`,
    })
  const { readState, judgeGate, stateLines, explainGone } = await context.runs()
  const read = await explainGone(run, readState(await context.api(), run))
  const state: RunState = { ...read, verdict: gate && judgeGate(read.counts, gate) }
  const printer = await context.printer()
  const quiet = printer.format === 'quiet'
  const lines: Line[] = quiet
    ? set.map(({ identifier }) => identifier)
    : [
        ...(isPlain ? plainStateLines(state) : stateLines(state, await terminalLook(context))),
        ...sentOf(executed, set),
        (set.length === 0 && chosen && sayNoneFits(executed, chosen)) || sumOf(executed, set),
        nextOf(state, isThrough(executed) ? undefined : again),
      ]
  await printer.answer({ ...answerOf(state), set }, lines)
  if (refused.length > 0)
    throw new PartialError(`${counted(refused.length, 'change')} refused by the service`, {
      issues: refused,
      hint: 'check these tests',
    })
  const error = gateErrorOf(state)
  if (error) throw error
}

const identifierIn = ({ state }: Ended, test: string): string => state.items.get(test)?.identifier ?? test

/** Returns the changes that the service refused, by test. A note that is in no file is printed in full. */
const refusedIn = (executed: Ended): Issue[] =>
  executed.state.refused.map(({ test, message, isNote }) => {
    const loose = executed.state.notes.filter((note) => isNote && note.test === test && note.file === undefined)
    const notes = loose.map(({ text }) => `; its note: ${text}`).join('')
    return { path: identifierIn(executed, test), message: `${message}${notes}` }
  })

/** Returns the changes that are neither sent nor kept, by test. DECISIONS 370 */
const lostIn = (executed: Ended): Issue[] => {
  const lost = executed.unsent?.lost ?? []
  return [...new Set(lost.map(({ test }) => test))].map((test) => ({
    path: identifierIn(executed, test),
    message: lost
      .filter((op) => op.test === test)
      .map(sayLost)
      .join('; '),
  }))
}

const sayLost = (op: Unsent['lost'][number]): string => {
  if (op.do === 'decide') return `${op.result} is not set`
  if (op.do === 'comment') return `its note: ${op.content}`
  if (op.do === 'uncomment') return 'its note is not taken back'
  return op.to === '' ? 'it is not unassigned' : `it is not assigned to ${op.to}`
}

/** Returns the error for Ctrl-C. It lists what is unsent, what was refused, and conflicts, which the next session asks about. */
const interruptionOf = (executed: Ended, refused: readonly Issue[], hint: string): InterruptedError => {
  const { unsent } = executed
  const conflicts = executed.unasked.map(({ test, message }) => ({ path: identifierIn(executed, test), message }))
  const said = [
    ...(unsent ? [unsent.said] : []),
    ...(conflicts.length > 0 ? [`${counted(conflicts.length, 'result')} not set`] : []),
    ...(refused.length > 0 ? [`${counted(refused.length, 'change')} refused by the service`] : []),
  ]
  return new InterruptedError(`interrupted; ${said.length === 0 ? 'all results are sent' : said.join('; ')}`, {
    issues: [...lostIn(executed), ...conflicts, ...refused],
    hint,
  })
}

/** Returns a line that counts the results that an earlier session kept and this one sent. */
const sentOf = ({ state }: Ended, set: ReturnType<typeof setOf>): string[] => {
  const sent = set.filter(({ id }) => state.kept.some(({ test }) => test === id))
  return sent.length === 0 ? [] : [`Sent the kept results: ${counted(sent.length)}.`]
}

const sumOf = ({ state: { comments, assignments } }: Ended, set: ReturnType<typeof setOf>): string => {
  const failed = set.filter(({ to }) => to === 'failed').length
  const passed = set.filter(({ to }) => to === 'passed').length
  const assigned = new Set(assignments.map(({ test }) => test)).size
  const done = [
    ...(set.length > 0 ? [`You set ${counted(set.length)}: ${passed} passed, ${failed} failed.`] : []),
    ...(comments.length > 0 ? [`You wrote ${counted(comments.length, 'note')}.`] : []),
    ...(assigned > 0 ? [`You changed the assignee of ${counted(assigned)}.`] : []),
  ]
  return done.length === 0 ? 'You set nothing.' : done.join(' ')
}

/** Explains why no test was shown; undefined if some were. */
const sayNoneFits = ({ state: { list, items, wanted } }: Ended, chosen: readonly string[]): string | undefined => {
  if (list.length > 0) return undefined
  if (chosen.length > 0) return `No test fits ${chosen.join(' ')}.`
  const isLeft = [...items.values()].some(({ result }) => wanted.includes(result))
  return isLeft ? 'No test waits for you: others have the remaining ones in progress.' : 'Every test has a result.'
}

/** Whether no test that was chosen waits for this tester any more. */
const isThrough = ({ state: { list, items, wanted, decisions } }: Ended): boolean => {
  const decided = new Set(decisions.map(({ test }) => test))
  return list.every((id) => {
    const item = items.get(id)
    return item === undefined || item.isGone || decided.has(id) || !wanted.includes(item.result)
  })
}

/** Returns the most likely next command: `again` if tests are left that it shows. */
const nextOf = ({ counts, run }: RunState, again: string | undefined): string => {
  if (again !== undefined && counts.passed < counts.total) return `Next: ${again}`
  if (counts.failed > 0) return `Next: testctl tests list ${run.identifier ?? run.id} --result failed`
  return `Next: testctl runs status ${run.identifier ?? run.id}`
}
