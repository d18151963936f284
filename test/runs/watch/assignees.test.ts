import { expect, test } from 'vitest'
import type { ResultName } from '../../../src/contract/vocabulary.ts'
import { assigneesOf } from '../../../src/runs/watch/assignees.ts'
import { stateWith } from '../tests.ts'

/** Counts open tests by assignee, from results such as `ana: 'inProgress untested'`. */
const held = (by: Record<string, string>) =>
  assigneesOf(
    Object.entries(by).flatMap(
      ([assignedTo, results]) => stateWith({ login: results.split(' ') as ResultName[] }, { assignedTo }).tests,
    ),
  ).map(({ name, inProgress, untested }) => [name, inProgress.length, untested.length])

test('everybody who has open tests, the busiest first; what is done is held by nobody', () => {
  expect(
    held({
      '': 'untested untested inProgress',
      ana: 'untested passed',
      ben: 'inProgress failed',
      cho: 'inProgress untested',
      dan: 'passed failed',
      eva: 'untested',
    }),
  ).toEqual([
    ['cho', 1, 1],
    ['ben', 1, 0],
    ['ana', 0, 1],
    ['eva', 0, 1],
    ['', 1, 2],
  ])
})

test('a name of spaces is nobody', () => {
  expect(held({ ' ': 'untested', '': 'untested' })).toEqual([['', 0, 2]])
})
