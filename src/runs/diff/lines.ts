import { phraseOf } from '../../contract/vocabulary.ts'
import type { Line } from '../../output/cells/line.ts'
import { type TestDifference, type Difference, type DifferenceKind, differenceKinds } from './index.ts'
import { type LineOptions, nameFirst, titleOf } from '../line-parts.ts'

/** Formats the differences between two runs for people, grouped by kind. */
export const differenceLines = (difference: Difference, look: LineOptions): Line[] => {
  const { from, to, counts } = difference
  const arrow = look.symbols?.arrow ?? '->'
  const cellsOf = (change: TestDifference) => [change.identifier ?? change.id, formatChange(change, arrow)]
  return [
    [...titleOf(from), { text: ` ${arrow} ` }, ...titleOf(to)],
    ...differenceKinds
      .filter((kind) => counts[kind] > 0)
      .flatMap((kind): Line[] => [
        [{ text: `${words[kind]}  ${counts[kind]}`, tone: tones[kind] }],
        ...nameFirst(difference[kind], cellsOf, { ...look, indent: '  ' }),
      ]),
    `unchanged  ${counts.unchanged}`,
  ]
}

/** Formats a change, such as `passed → failed`; one word if there is only one result, or both are the same. */
export const formatChange = ({ from, to }: Pick<TestDifference, 'from' | 'to'>, arrow: string): string =>
  [...new Set([from, to])].flatMap((result) => (result === null ? [] : phraseOf[result])).join(` ${arrow} `)

const words: Record<DifferenceKind, string> = {
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
