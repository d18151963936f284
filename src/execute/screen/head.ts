import { type Line, textOfLine } from '../../output/cells/line.ts'
import { safe } from '../../output/text/escape.ts'
import { barOf } from '../../runs/index.ts'
import { titleOf } from '../../runs/titles.ts'
import { sayResult } from '../session/deciding.ts'
import { countsOf } from '../session/totals.ts'
import type { Item, Session } from '../session/state.ts'
import type { Look } from './look.ts'

/** How far the run is: as much of it as there is room for. */
export const headLine = (state: Session, { columns, symbols, ruler }: Look): Line => {
  const { counts, left, yours } = countsOf(state)
  const done = `${counts.passed + counts.failed}/${counts.total}`
  const waiting = state.waiting > 0 ? `, ${state.waiting} waiting` : ''
  const more = `passed ${counts.passed}, failed ${counts.failed}, ${left} left`
  const handle = state.run.identifier ?? state.run.id
  const bar = counts.total === 0 ? [] : barOf(counts, { symbols, width: 14 })
  const title = titleOf(state.run).map((cell) => ({ ...cell, tone: 'heading' }) as const)
  const lines: Line[] = [
    [...title, { text: '  ' }, ...bar, { text: ` ${done}  ${more}${yours > 0 ? `, yours ${yours}` : ''}${waiting}` }],
    [...title, { text: `  ${done}  ${more}${waiting}` }],
    [{ text: handle, tone: 'heading' }, { text: `  ${done}, ${left} left${waiting}` }],
  ]
  return lines.find((line) => ruler.widthOf(safe(textOfLine(line))) <= columns) ?? lines.at(-1) ?? ''
}

/** What a test is called, and on the right what it holds and who has it; below where there is no room beside. */
export const testLines = (item: Item, { columns, ruler }: Look): Line[] => {
  const { identifier, name, result, assignedTo, isGone } = item
  const holds = isGone ? 'deleted' : `${sayResult(result)}${assignedTo ? `, assigned to ${assignedTo}` : ''}`
  const title = `${identifier}  ${safe(name)}`
  const room = columns - ruler.widthOf(title) - ruler.widthOf(safe(holds))
  const cells = [
    { text: title, tone: 'heading' },
    { text: holds, tone: result },
  ] as const
  if (room < 2) return [[cells[0]], [{ text: '  ' }, cells[1]]]
  return [[cells[0], { text: ' '.repeat(room) }, cells[1]]]
}
