import { phraseOf } from '../../contract/vocabulary.ts'
import { counted, listNames } from '../../output/text/count.ts'
import { reasonLines } from '../../output/text/reasons.ts'
import type { Undone } from '../../submission/index.ts'

/** Formats for people what an undo has done, and what it has left. */
export const undoneLines = ({
  run,
  restored,
  unchanged,
  touched,
  gone,
  comments,
  failures,
  created,
}: Undone): string[] => [
  `${run.identifier ?? run.id} ${run.name}`,
  `  put back   ${counted(restored.length, 'result')}`,
  ...(unchanged > 0 ? [`  unchanged  ${unchanged}`] : []),
  ...(comments.removed > 0 ? [`  comments   ${comments.removed} taken away, ${comments.restored} put back`] : []),
  ...named('left', touched, ({ holds, by }) => `changed since${by ? ` by ${by}` : ''}: it holds ${phraseOf[holds]}`),
  ...named('gone', gone, () => 'not in the run any more'),
  ...named(
    'not done',
    failures.filter(({ unknown }) => !unknown),
    ({ reason }) => reason,
  ),
  ...named(
    'unknown',
    failures.filter(({ unknown }) => unknown),
    ({ reason }) => reason,
  ),
  ...(run.created
    ? [`  the run was created by this submission, and stays: testctl runs delete ${run.identifier ?? run.id}`]
    : []),
  ...(created.cases.length > 0 ? [`  cases that it created stay: ${firstOf(created.cases)}`] : []),
]

const firstOf = (identifiers: readonly string[]): string =>
  listNames(identifiers, most) + (identifiers.length > most ? '; --json names them all' : '')

const most = 20

const named = <One extends { test: string; name: string }>(
  label: string,
  all: readonly One[],
  say: (one: One) => string,
): string[] =>
  all.length === 0
    ? []
    : [
        `  ${label.padEnd(9)}  ${all.length}`,
        ...reasonLines(
          all.map((one) => ({ line: `${one.test} ${one.name}: ${say(one)}`, identifier: one.test, reason: say(one) })),
        ).map((line) => `    ${line}`),
      ]
