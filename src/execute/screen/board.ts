import { type Line, textOfLine } from '../../output/cells/line.ts'
import { keyRows } from '../session/key-help.ts'
import { sayResult } from '../session/result-words.ts'
import { countsOf, leftOf, sayLeft } from '../session/totals.ts'
import type { VisibleLines } from '../session/visible-lines.ts'
import { type Session, shownTest } from '../session/state.ts'
import { bodyOf } from './body.ts'
import { conflictLines, keyLine, noticeLines } from './foot.ts'
import { headLine, testLines } from './head.ts'
import { wrapText } from '../wrap-text.ts'
import type { Look } from './look.ts'
import { windowOf } from './window.ts'

/** Renders a session for a terminal: at most one line fewer than its rows, so that nothing scrolls out of sight. */
export const boardOf = (state: Session, look: Look): Line[] => {
  const { head, middle, foot, room } = partsOf(state, look)
  return [...head, ...middle.lines.slice(0, room), ...foot]
}

/** Returns the lines of a session that are visible on a terminal; undefined in modes that cannot be scrolled. */
export const seenOf = (state: Session, look: Look): VisibleLines | undefined => partsOf(state, look).middle.page

const partsOf = (state: Session, look: Look) => {
  const height = Math.max(1, look.rows - 1)
  const isSmall = height < 7
  const head = height > 4 ? [headLine(state, look)] : []
  const notice = noticeLines(state, look).slice(0, isSmall ? 1 : 4)
  const said = isSmall && notice[0] === '' ? [] : notice
  const hasKeys = !isSmall || said.length === 0
  const room = Math.max(0, height - head.length - said.length - Number(hasKeys))
  const middle = middleOf(state, { ...look, room })
  const foot = [...said, ...(hasKeys ? [keyLine(state, look, middle.page)] : [])]
  return { head, middle, foot, room }
}

type Middle = { lines: Line[]; page?: VisibleLines }

const middleOf = (state: Session, look: Look & { room: number }): Middle => {
  const { mode } = state
  const item = shownTest(state)
  if (mode.at === 'help') return helpOf(look, mode.from)
  if (mode.at === 'list') return leftTestsOf(state, look, mode.from)
  if (mode.at === 'conflict')
    return { lines: conflictLines(state).flatMap((line) => wrapText(textOfLine(line), look.columns, look.ruler)) }
  if (!item || mode.at === 'over') return { lines: endLines(state) }
  const title = testLines(item, look)
  const { lines, page } = bodyOf(state, item, { ...look, room: Math.max(0, look.room - title.length) })
  return { lines: [...title, ...lines], page }
}

const helpOf = ({ columns, ruler, room }: Look & { room: number }, from: number): Middle => {
  const all = keyRows.flatMap(({ keys, does }) =>
    wrapText(does, columns - keyWidth, ruler).map(
      (text, at) => `  ${(at === 0 ? keys : '').padEnd(keyWidth - 2)}${text}`,
    ),
  )
  const { seen, page } = windowOf(all, from, room)
  return { lines: seen, page }
}
const keyWidth = 12

const leftTestsOf = (state: Session, { room }: { room: number }, from: number): Middle => {
  const { seen, page } = windowOf(leftOf(state), from, room)
  const lines = seen.map(({ identifier, name, result, assignedTo }): Line => [
    { text: `  ${identifier}  ` },
    { text: sayResult(result), tone: result },
    { text: `  ${name.replace(/\s+/g, ' ')}${assignedTo ? ` (${assignedTo})` : ''}` },
  ])
  return { lines: page.total === 0 ? ['No test is left.'] : lines, page }
}

const endLines = (state: Session): Line[] => {
  const { left } = countsOf(state)
  if (state.mode.at === 'over') return state.waiting > 0 ? [`Sending ${state.waiting}. Ctrl-C stops waiting.`] : ['']
  if (state.isRunGone) return ['The run was deleted.']
  return [left === 0 ? 'Every test has a result.' : `The end of the list; ${sayLeft(left)}.`]
}
