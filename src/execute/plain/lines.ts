import { safe, safeLines } from '../../output/text/escape.ts'
import { conflictLines, questionOf } from '../screen/foot.ts'
import { askConflict } from '../session/conflicts.ts'
import { keyRows } from '../session/key-help.ts'
import { wordOf } from '../session/result-words.ts'
import { countsOf, leftOf, sayLeft } from '../session/totals.ts'
import { type Item, type Session, shownTest } from '../session/state.ts'
import { textOfLine } from '../../output/cells/line.ts'
import { counted } from '../../output/text/count.ts'
import { titleOf } from '../../runs/line-parts.ts'

/** Describes a test in sentences: its position, name and result, its assignee, then its preconditions and steps. */
const testSentences = (state: Session, item: Item): string[] => {
  const at = state.list.indexOf(item.id)
  const where = at === -1 ? `Test ${item.identifier}` : `Test ${at + 1} of ${state.list.length}`
  const ticked = new Set(state.ticks.get(item.id))
  return [
    `${where}: ${safe(item.name)}. ${item.isGone ? 'Deleted' : wordOf[item.result]}.`,
    // Most tests are the tester's own, so that is not said each time.
    ...(item.assignedTo && item.assignedTo !== state.me ? [`Assigned to ${safe(item.assignedTo)}.`] : []),
    ...(item.preconditions.trim() ? [`Preconditions: ${safeLines(item.preconditions.trim())}`] : []),
    ...item.steps.map((_, step) => stepSentence(item, step, ticked.has(step))),
  ]
}

/** Describes a step in a sentence. */
export const stepSentence = ({ steps }: Item, at: number, isDone: boolean): string => {
  const { action = '', expectation = '' } = steps[at] ?? {}
  const expected = expectation.trim() ? ` Expected: ${sentence(expectation)}` : ''
  return `Step ${at + 1}${isDone ? ', done' : ''}: ${sentence(action)}${expected}`
}

/** Returns a text from the service, with a full stop for a screen reader. */
const sentence = (text: string): string => {
  const whole = safeLines(text.trim())
  return /[\p{L}\p{N}]$/u.test(whole) ? `${whole}.` : whole
}

/** Describes the page over the test (keys, a conflict, a list, the end) in sentences; none for other modes. */
export const pageSentences = (state: Session): string[] => {
  const { mode } = state
  if (mode.at === 'help') return ['Keys:', ...keyRows.map(({ keys, does }) => `${keys}: ${does}.`)]
  if (mode.at === 'conflict')
    return [...conflictLines(state).map(textOfLine), ...state.conflicts.slice(0, 1).map(askConflict)].map(safe)
  if (mode.at === 'list') return leftSentences(state)
  if (mode.at === 'end') return [endSentence(state)]
  return []
}

const leftSentences = (state: Session): string[] => {
  const left = leftOf(state)
  const more = left.length - most
  return [
    `Left: ${left.length}.`,
    ...left.slice(0, most).map(({ identifier, name, result, assignedTo }) => {
      const who = assignedTo ? `, assigned to ${safe(assignedTo)}` : ''
      return `${identifier}: ${safe(name)}. ${wordOf[result]}${who}.`
    }),
    ...(more > 0 ? [`And ${more} more.`] : []),
  ]
}

// More is too much to listen to.
const most = 20

const endSentence = (state: Session): string => {
  const { left } = countsOf(state)
  if (state.isRunGone) return 'The run was deleted. Press q to quit.'
  return left === 0
    ? 'Every test has a result. Press q to quit, b to go back.'
    : `The end of the list. ${sayLeft(left)}. Press q to quit, s for the first test left.`
}

/** Describes the run, once before its first test. */
export const runSentence = (state: Session): string => {
  const { counts, left, mine } = countsOf(state)
  const rest = `${left} of ${counted(counts.total)} left`
  const title = safe(textOfLine(titleOf(state.run)))
  return mine === undefined ? `Run ${title}: ${rest}.` : `Run ${title}: ${mine} left for you, ${rest} in the run.`
}

/** The keys that are named once, below the first test. */
export const firstHint = 'Press p for passed, f for failed, s to skip, q to quit, question mark for all keys.'

/** Returns the prompt for a line of text; empty in other modes. */
export const promptOf = ({ mode }: Session): string => (mode.at === 'input' ? `${questionOf(mode)} ` : '')

/** Describes the test that is shown, in sentences. */
export const shownSentences = (state: Session): string[] => {
  const item = shownTest(state)
  return item ? testSentences(state, item) : []
}
