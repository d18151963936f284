import { type Line, textOfLine } from '../../output/cells/line.ts'
import { keyRows } from '../session/commands.ts'
import { sayResult } from '../session/deciding.ts'
import { countsOf } from '../session/totals.ts'
import { isOpen, type Session, shownOf } from '../session/state.ts'
import { bodyLines } from './body.ts'
import { conflictLines, keyLine, noticeLine } from './foot.ts'
import { headLine, testLines } from './head.ts'
import { fold } from './fold.ts'
import type { Look } from './look.ts'

/** A session as it stands on a terminal: never more lines than it has rows but one, so that nothing moves out of sight. */
export const boardOf = (state: Session, look: Look): Line[] => {
  const height = Math.max(1, look.rows - 1)
  const item = shownOf(state)
  const head = height > 4 ? [headLine(state, look)] : []
  const foot = [noticeLine(state, look), ...(height > 3 ? [keyLine(state, look)] : [])]
  const room = Math.max(0, height - head.length - foot.length)
  return [...head, ...middle(state, item, { ...look, room }).slice(0, room), ...foot]
}

const middle = (state: Session, item: ReturnType<typeof shownOf>, look: Look & { room: number }): Line[] => {
  const { mode } = state
  if (mode.at === 'help') return keyRows.map(({ keys, does }) => `  ${keys.padEnd(9)} ${does}`)
  if (mode.at === 'list') return leftLines(state, look, mode.from)
  if (mode.at === 'conflict')
    return conflictLines(state).flatMap((line) => fold(textOfLine(line), look.columns, look.ruler))
  if (!item || mode.at === 'over') return endLines(state)
  const title = testLines(item, look)
  return [...title, ...bodyLines(state, item, { ...look, room: Math.max(0, look.room - title.length) })]
}

const leftLines = ({ items }: Session, { room }: { room: number }, from: number): Line[] => {
  const left = [...items.values()].filter(isOpen)
  const start = Math.max(0, Math.min(from, left.length - room))
  if (left.length === 0) return ['No test is left.']
  return left
    .slice(start, start + room)
    .map(({ identifier, name, result, assignedTo }) => [
      { text: `  ${identifier}  ` },
      { text: sayResult(result), tone: result },
      { text: `  ${name.replace(/\s+/g, ' ')}${assignedTo ? ` (${assignedTo})` : ''}` },
    ])
}

const endLines = (state: Session): Line[] => {
  const { left } = countsOf(state)
  if (state.mode.at === 'over') return state.waiting > 0 ? [`Sending ${state.waiting}.`] : ['']
  return [left === 0 ? 'Every test has a result.' : `The end of the list; ${left} of the run are left.`]
}
