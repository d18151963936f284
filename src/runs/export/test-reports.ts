import { writeCtrf } from '../../reports/ctrf/writer.ts'
import { writeJunit } from '../../reports/junit/writer.ts'
import type { RunState } from '../status/index.ts'
import { outcomesOf } from './outcomes.ts'

/** Writes the tests of runs as JUnit XML, a suite for each run. */
export const toJunit = (states: readonly RunState[], name: string): Iterable<string> =>
  writeJunit(
    states.flatMap((state) => [...outcomesOf(state)]),
    { name },
  )

/** Writes the tests of runs as CTRF. */
export const toCtrf = (states: readonly RunState[]): Iterable<string> =>
  writeCtrf(outcomesIn(states), { tool: { name: 'testctl' }, ...spanOf(states) })

const outcomesIn = function* (states: readonly RunState[]) {
  for (const state of states) yield* outcomesOf(state)
}

/** Returns when the tests were first and last changed: when they ran is not known. */
const spanOf = (states: readonly RunState[]): { start: number; stop: number } => {
  const times = states.flatMap(({ tests }) => tests.flatMap(({ updatedAt }) => updatedAt ?? []))
  return {
    start: times.reduce((one, other) => Math.min(one, other), times[0] ?? 0),
    stop: times.reduce((one, other) => Math.max(one, other), times[0] ?? 0),
  }
}
