import type { Line } from '../../output/cells/line.ts'
import type { VisibleLines } from '../session/visible-lines.ts'
import type { Item, Session } from '../session/state.ts'
import { wrapText } from '../wrap-text.ts'
import type { Look } from './look.ts'
import { windowOf } from './window.ts'

/**
 * Renders a test's preconditions and steps, as many lines as there is room for. The current step is among them, unless the tester
 * scrolled.
 */
export const bodyOf = (
  state: Session,
  item: Item,
  { room, ...look }: Look & { room: number },
): { lines: Line[]; page: VisibleLines } => {
  const { lines, start } = allLines(state, item, look)
  const isCut = lines.length > room
  // If there is little room, the steps also get the line about the position.
  const isRoomy = room > 3
  const beside = state.step === 0 ? 0 : start - (isRoomy ? 2 : 0)
  const { seen, page } = windowOf(lines, state.scroll ?? beside, isCut && isRoomy ? room - 1 : Math.max(1, room))
  const where = `lines ${page.from + 1} to ${page.from + page.shown} of ${page.total}; PgDn, PgUp`
  return {
    lines: [...seen, ...(isCut && isRoomy ? [[{ text: where, tone: 'faint' } as const]] : [])],
    page: { ...page, step: item.steps.length === 0 ? undefined : start },
  }
}

const allLines = (state: Session, item: Item, look: Look): { lines: Line[]; start: number } => {
  const { columns, ruler } = look
  const lines: Line[] = []
  if (item.preconditions.trim() !== '') {
    const label = 'Preconditions  '
    const isWide = columns >= 50
    const text = wrapText(item.preconditions, columns - (isWide ? label.length : 2), ruler)
    if (!isWide) {
      lines.push([{ text: label.trimEnd(), tone: 'faint' }])
      for (const line of text) lines.push(`  ${line}`)
    } else
      text.forEach((line, at) =>
        lines.push([{ text: at === 0 ? label : ' '.repeat(label.length), tone: 'faint' }, { text: line }]),
      )
  }
  let start = 0
  const ticked = new Set(state.ticks.get(item.id))
  item.steps.forEach((step, at) => {
    if (at === state.step) start = lines.length
    const sign = ticked.has(at) ? look.symbols.passed : at === state.step ? '>' : ' '
    const width = String(item.steps.length).length
    for (const line of stepLines(step, { ...look, sign, number: at + 1, width })) lines.push(line)
  })
  return { lines, start }
}

type Step = Item['steps'][number]

const stepLines = (
  { action, expectation }: Step,
  { columns, ruler, symbols, sign, number, width }: Look & { sign: string; number: number; width: number },
): Line[] => {
  const head = `  ${sign} ${String(number).padStart(width)} `
  const indent = ' '.repeat(head.length)
  const arrow = `${symbols.arrow} `
  const isWide = columns >= 70
  const room = columns - head.length
  const left = isWide ? Math.floor(room * 0.5) - 1 : room
  const right = isWide ? room - left - 1 - arrow.length : room - arrow.length
  const tone = sign === symbols.passed ? ('passed' as const) : undefined
  const did = wrapText(action, left, ruler)
  const seen = expectation.trim() === '' ? [] : wrapText(expectation, right, ruler)
  const headOf = (at: number) => ({ text: at === 0 ? head : indent, tone })
  const arrowOf = (at: number) => ({ text: at === 0 ? arrow : ' '.repeat(arrow.length), tone: 'faint' as const })
  if (!isWide)
    return [
      ...did.map((text, at): Line => [headOf(at), { text }]),
      ...seen.map((text, at): Line => [{ text: indent }, arrowOf(at), { text }]),
    ]
  return Array.from({ length: Math.max(did.length, seen.length) }, (_, at): Line => {
    const text = did[at] ?? ''
    const gap = ' '.repeat(Math.max(0, left - ruler.widthOf(text)) + 1)
    const beside = seen[at] === undefined ? [] : [{ text: gap }, arrowOf(at), { text: seen[at] }]
    return [headOf(at), { text }, ...beside]
  })
}
