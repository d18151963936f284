import type { Line } from '../../output/cells/line.ts'
import type { ResultChange } from './result-changes.ts'
import { formatChange } from '../diff/lines.ts'
import { assigneeLines } from './assignee-lines.ts'
import { assigneesOf } from './assignees.ts'
import { type LineOptions, nameFirst, section } from '../line-parts.ts'
import { type Eta, formatEta } from './eta.ts'
import { inOrder, type RunState } from '../status/index.ts'
import { phraseOf } from '../../contract/vocabulary.ts'
import { stateLines, verdictCell } from '../status/lines.ts'

/** The data of a run's board: its state, the last changes (the latest last), and its pace. */
export type Board = {
  state: RunState
  turns: readonly ResultChange[]
  pace?: Eta | undefined
  /** Why the board may be out of date. */
  outage?: string | undefined
}

/** How to format a board; `ago` says how long ago a time was (milliseconds since 1970). */
export type BoardOptions = LineOptions & { ago: (at: number) => string }

/** Formats a board to fit the rows of a terminal: with less room it names fewer tests, and in the end shows only counts. */
export const fitBoard = (board: Board, { rows, ...options }: BoardOptions & { rows: number }): Line[] => {
  for (const most of [20, 12, 8, 5, 3, 2, 1]) {
    const lines = boardLines(board, { ...options, most })
    if (lines.length < rows) return lines
  }
  return fewLines(board)
}

/** Formats the board for a terminal: the counts of a run, its open tests by assignee, and the last changes. */
export const boardLines = ({ state, turns, pace, outage }: Board, options: BoardOptions): Line[] => {
  const [title = '', ...counts] = stateLines(state, options)
  return [
    title,
    ...(outage === undefined ? [] : [outageLine(outage)]),
    ...counts,
    ...(pace ? [[{ text: `  ${formatEta(pace)}` }]] : []),
    ...section('open tests', assigneeLines(assigneesOf(state.tests), options)),
    ...section('last changes', turnLines(turns, options)),
  ]
}

/** Formats the smallest board, for a terminal with hardly any rows. */
const fewLines = ({ state: { run, counts, verdict }, outage }: Board): Line[] => [
  `${run.identifier ?? run.id} ${inOrder.map((result) => `${counts[result]} ${phraseOf[result]}`).join(', ')}`,
  ...(outage === undefined ? [] : [outageLine(outage)]),
  ...(verdict ? [[{ text: 'gate ' }, verdictCell(verdict)]] : []),
]

const outageLine = (text: string): Line => [{ text: `  ${text}`, tone: 'error' }]

const turnLines = (turns: readonly ResultChange[], { ago, symbols, most = Infinity }: BoardOptions): Line[] => {
  const shown = turns.slice(-Math.min(most, longest)).toReversed()
  const rows = nameFirst(
    shown.map((turn) => (turn.by === '' ? turn : { ...turn, name: `${turn.name} (${turn.by})` })),
    ({ identifier, id, from, to, at }) => [
      identifier ?? id,
      to === null ? 'removed' : formatChange({ from, to }, symbols?.arrow ?? '->'),
      ago(at),
    ],
    { indent: '    ' },
  )
  return rows.map((row, at) =>
    row.map((cell) => ({ ...cell, tone: shown[at]?.to === 'failed' ? 'failed' : undefined })),
  )
}

// More changes than this are too many to read at a glance.
const longest = 8
