import { type Line, textOfLine } from '../../output/cells/line.ts'
import { keyRows } from '../session/key-help.ts'
import { sayResult } from '../session/result-words.ts'
import { countsOf, leftOf, sayLeft } from '../session/totals.ts'
import { type Session, shownTest } from '../session/state.ts'
import { bodyLines } from './body.ts'
import { conflictLines, keyLine, noticeLines } from './foot.ts'
import { headLine, testLines } from './head.ts'
import { wrapText } from '../wrap-text.ts'
import type { Look } from './look.ts'

/** A session as it stands on a terminal: never more lines than it has rows but one, so that nothing moves out of sight. */
export const boardOf = (state: Session, look: Look): Line[] => {
  const height = Math.max(1, look.rows - 1)
  const item = shownTest(state)
  const isSmall = height < 7
  const head = height > 4 ? [headLine(state, look)] : []
  const notice = noticeLines(state, look).slice(0, isSmall ? 1 : 4)
  const foot =
    isSmall && notice[0] === '' ? [keyLine(state, look)] : [...notice, ...(isSmall ? [] : [keyLine(state, look)])]
  const room = Math.max(0, height - head.length - foot.length)
  return [...head, ...middle(state, item, { ...look, room }).slice(0, room), ...foot]
}

const middle = (state: Session, item: ReturnType<typeof shownTest>, look: Look & { room: number }): Line[] => {
  const { mode } = state
  if (mode.at === 'help') return helpLines(look, mode.from)
  if (mode.at === 'list') return leftLines(state, look, mode.from)
  if (mode.at === 'conflict')
    return conflictLines(state).flatMap((line) => wrapText(textOfLine(line), look.columns, look.ruler))
  if (!item || mode.at === 'over') return endLines(state)
  const title = testLines(item, look)
  return [...title, ...bodyLines(state, item, { ...look, room: Math.max(0, look.room - title.length) })]
}

const helpLines = ({ columns, ruler }: Look, from: number): Line[] =>
  keyRows
    .slice(from)
    .flatMap(({ keys, does }) =>
      wrapText(does, columns - keyWidth, ruler).map(
        (text, at) => `  ${(at === 0 ? keys : '').padEnd(keyWidth - 2)}${text}`,
      ),
    )
const keyWidth = 12

const leftLines = (state: Session, { room }: { room: number }, from: number): Line[] => {
  const left = leftOf(state)
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
  if (state.isRunGone) return ['The run was deleted.']
  return [left === 0 ? 'Every test has a result.' : `The end of the list; ${sayLeft(left)}.`]
}
