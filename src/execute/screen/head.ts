import { type Line, textOfLine } from '../../output/cells/line.ts'
import { safe } from '../../output/text/escape.ts'
import { barOf } from '../../runs/index.ts'
import { titleOf } from '../../runs/line-parts.ts'
import { sayResult } from '../session/result-words.ts'
import { countsOf } from '../session/totals.ts'
import type { Item, Session } from '../session/state.ts'
import type { Look } from './look.ts'
import { wrapText } from '../wrap-text.ts'

/** Renders the progress of the run, in as much detail as there is room for. */
export const headLine = (state: Session, { columns, symbols, ruler }: Look): Line => {
  const { counts, left, yours, mine } = countsOf(state)
  const done = `${counts.passed + counts.failed}/${counts.total}`
  const waiting = state.waiting > 0 ? `, ${state.waiting} waiting` : ''
  const rest = `${left} left${mine === undefined ? '' : ' in the run'}`
  const more = `passed ${counts.passed}, failed ${counts.failed}, ${rest}`
  // With --mine, the first number is how many of your own tests are left.
  const first = mine === undefined ? '' : `${mine} left for you, `
  const others = mine === undefined && yours > 0 ? `, yours ${yours}` : ''
  const handle = state.run.identifier ?? state.run.id
  const bar = counts.total === 0 ? [] : barOf(counts, { symbols, width: 14 })
  const title = titleOf(state.run).map((cell) => ({ ...cell, tone: 'heading' }) as const)
  const lines: Line[] = [
    [...title, { text: '  ' }, ...bar, { text: ` ${first}${done}  ${more}${others}${waiting}` }],
    [...title, { text: `  ${first}${done}  ${more}${waiting}` }],
    [{ text: handle, tone: 'heading' }, { text: `  ${first}${done}, ${rest}${waiting}` }],
    [
      { text: handle, tone: 'heading' },
      { text: `  ${mine === undefined ? `${done}, ${rest}` : `${mine} left for you`}${waiting}` },
    ],
  ]
  return lines.find((line) => ruler.widthOf(safe(textOfLine(line))) <= columns) ?? lines.at(-1) ?? ''
}

/**
 * Renders the name of a test, with its result and assignee on the right. They go below the name if there is no room beside it,
 * and are left out if steps need the room. A name takes half of the room at most.
 */
export const testLines = (item: Item, { columns, ruler, room }: Look & { room: number }): Line[] => {
  const { identifier, name, result, assignedTo, isGone } = item
  const holds = isGone ? 'deleted' : `${sayResult(result)}${assignedTo ? `, assigned to ${assignedTo}` : ''}`
  const title = `${identifier}  ${safe(name)}`
  const gap = columns - ruler.widthOf(title) - ruler.widthOf(safe(holds))
  const held = { text: holds, tone: result }
  if (gap >= 2) return [[{ text: title, tone: 'heading' }, { text: ' '.repeat(gap) }, held]]
  const lines = wrapText(title, columns, ruler)
  const most = Math.max(1, Math.floor(room / 2))
  const names = lines.length <= most ? lines : [...lines.slice(0, most - 1), lines.slice(most - 1).join(' ')]
  return [
    ...names.map((text): Line => [{ text, tone: 'heading' }]),
    ...(room > 3 ? [[{ text: '  ' }, held] satisfies Line] : []),
  ]
}
