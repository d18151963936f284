import type { Line } from '../../output/cells/line.ts'
import { sayConflict } from '../session/conflicts.ts'
import { keyRows } from '../session/key-help.ts'
import type { VisibleLines } from '../session/visible-lines.ts'
import { callOf, type Mode, type PromptName, type Session } from '../session/state.ts'
import type { Look } from './look.ts'
import { wrapText } from '../wrap-text.ts'
import { counted } from '../../output/text/count.ts'
import { safe } from '../../output/text/escape.ts'
import { cut, type Ruler } from '../../output/text/width.ts'

/** Renders the last message, or the line that is being typed. */
export const noticeLines = ({ mode, notice }: Session, { columns, ruler, symbols }: Look): Line[] => {
  if (mode.at !== 'input') return wrapText(notice, columns, ruler)
  const lines = mode.input.text.split('\n').length
  const question = lines > 1 ? `${questionOf(mode)} (${counted(lines, 'line')})` : questionOf(mode)
  const label = cut(question, { width: Math.max(0, columns - leastTyped), ellipsis: symbols.ellipsis, ruler })
  const width = columns - ruler.widthOf(label) - 1
  return [[{ text: `${label} `, tone: 'heading' }, { text: typedPart(mode.input, { width, ruler }) }]]
}

// At least this many columns show the typed text, beside any question.
const leastTyped = 12

/** Returns the question for a line of text, and in brackets the default that Enter takes. */
export const questionOf = ({ ask, usual }: Pick<Extract<Mode, { at: 'input' }>, 'ask' | 'usual'>): string =>
  usual === undefined ? questions[ask] : questions[ask].replace(/:$/, () => ` [${safe(usual) || 'nobody'}]:`)

const questions: Readonly<Record<PromptName, string>> = {
  fail: 'What failed?',
  note: 'Note:',
  assign: 'Assign to:',
  goto: 'Go to test number:',
  search: 'Find a test by name:',
}

/** Returns the part of a line that there is room for, with the cursor in it. */
const typedPart = (
  { text, at }: { text: string; at: number },
  { width, ruler }: { width: number; ruler: Ruler },
): string => {
  const signs = [...text]
  let shown = '_'
  let room = width - 1
  for (const sign of signs.slice(0, at).reverse()) {
    const part = safe(sign)
    room -= ruler.widthOf(part)
    if (room < 0) break
    shown = part + shown
  }
  return (
    shown +
    signs
      .slice(at, at + Math.max(0, room))
      .map(safe)
      .join('')
  )
}

/** Renders the keys of the current mode, as many as there is room for; the last two always. */
export const keyLine = (state: Session, { columns }: Look, page: VisibleLines | undefined): Line => {
  const { mode } = state
  if (mode.at === 'input')
    return fitKeys(
      mode.ask === 'fail'
        ? ['Enter sets failed', 'Esc does not']
        : [...(mode.usual && mode.input.text === '' ? ['Backspace nobody'] : []), 'Enter done', 'Esc back'],
      columns,
    )
  if (mode.at === 'conflict') return fitKeys(['t keep theirs', 'm set mine'], columns)
  const isCut = page !== undefined && page.shown < page.total
  if (mode.at === 'list' || mode.at === 'help')
    return fitKeys([...(isCut ? ['j k move'] : []), 'any other key: back'], columns)
  if (mode.at === 'over') return ''
  const short = keyRows.flatMap(({ keys, short: name }) => (name === undefined ? [] : [`${keys} ${name}`]))
  const choose = state.conflicts.length > 0 ? ['c choose'] : []
  if (mode.at === 'end')
    return fitKeys(['s first left', 'b back', 'u undo', 'o list', ...choose, '? keys', 'q quit'], columns)
  return fitKeys([...choose, ...short], columns)
}

const fitKeys = (keys: readonly string[], columns: number): Line => {
  const gap = 2
  const last = keys.slice(-2)
  let room = columns - last.join('').length - gap * last.length
  const first = keys.slice(0, -2).filter((key) => (room -= key.length + gap) >= 0)
  return [{ text: [...first, ...last].join(' '.repeat(gap)), tone: 'faint' }]
}

/** Describes the tester's first result that conflicts with another person's. */
export const conflictLines = ({ conflicts: [first], items }: Session): Line[] =>
  first ? [sayConflict(first, callOf(items.get(first.op.test)))] : []
