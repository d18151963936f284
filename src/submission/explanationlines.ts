import type { Explanation } from './summary/explain.ts'

/** An explanation for people: of each result what it is for, which rule decided, and what becomes of the test. */
export const explanationLines = (explanation: readonly Explanation[], arrow: string): string[] =>
  explanation.flatMap(({ name, report, line, result, rule, because, targets, planned = [], reason, nearest = [] }) => [
    `${name || 'without a name'} (${line === undefined ? report : `${report}:${line}`}): ${result}`,
    ...(rule === undefined
      ? [`  unmatched: ${reason ?? ''}`, ...(nearest.length > 0 ? [`  nearest: ${nearest.join(', ')}`] : [])]
      : [
          `  ${rule}: ${because ?? ''}`,
          ...(planned.length === 0
            ? [`  for ${targets.join(', ')}`]
            : planned.map((effect) => effectOf(effect, arrow))),
        ]),
  ])

const effectOf = ({ test, what, from, to }: NonNullable<Explanation['planned']>[number], arrow: string): string =>
  what === 'set' ? `  for ${test}: ${from} ${arrow} ${to}` : `  for ${test}: ${what}, it holds ${from}`
