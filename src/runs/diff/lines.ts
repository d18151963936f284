import type { Line } from '../../output/cells/line.ts'
import { type Change, type Difference, type Kind, kinds } from './index.ts'
import { type Look, nameFirst, titleOf } from '../titles.ts'

/** What changed between two runs, for people, grouped. */
export const differenceLines = (difference: Difference, look: Look): Line[] => {
  const { from, to, counts } = difference
  const arrow = look.symbols?.arrow ?? '->'
  const cellsOf = (change: Change) => [change.identifier ?? change.id, sayTurn(change, arrow)]
  return [
    `${titleOf(from)} ${arrow} ${titleOf(to)}`,
    ...kinds
      .filter((kind) => counts[kind] > 0)
      .flatMap((kind): Line[] => [
        [{ text: `${words[kind]}  ${counts[kind]}`, tone: tones[kind] }],
        ...nameFirst(difference[kind], cellsOf, look).map((line) => `  ${line}`),
      ]),
    `unchanged  ${counts.unchanged}`,
  ]
}

/** `passed → failed`; one word where there is only one result, or twice the same. */
export const sayTurn = ({ from, to }: Pick<Change, 'from' | 'to'>, arrow: string): string =>
  from && to && from !== to ? `${from} ${arrow} ${to}` : (to ?? from ?? '')

const words: Record<Kind, string> = {
  newlyFailing: 'newly failing',
  stillFailing: 'still failing',
  fixed: 'fixed',
  changed: 'changed',
  added: 'added',
  removed: 'removed',
}

const tones = {
  newlyFailing: 'failed',
  stillFailing: 'failed',
  fixed: 'passed',
  changed: 'inProgress',
  added: 'heading',
  removed: 'faint',
} as const
