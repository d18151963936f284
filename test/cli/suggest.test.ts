import fc from 'fast-check'
import { expect, test } from 'vitest'
import { results } from '../../src/contract/vocabulary.ts'
import { columnNames } from '../../src/output/cells/resource-columns.ts'
import { suggest } from '../../src/cli/suggest.ts'

const tests = columnNames('tests')
const runs = columnNames('runs')

test.each([
  ['pass', results, 'passed'],
  ['PASSED', results, 'passed'],
  ['fail', results, 'failed'],
  ['faild', results, 'failed'],
  ['fialed', results, 'failed'],
  ['in-progress', results, 'inProgress'],
  ['in_progress', results, 'inProgress'],
  ['running', results, 'inProgress'],
  ['skipped', results, 'untested'],
  ['unteste', results, 'untested'],
  ['elephant', results, undefined],
  ['', results, undefined],
  ['constructor', results, undefined],
  ['status', tests, 'result'],
  ['assignee', tests, 'assignedTo'],
  ['nmae', tests, 'name'],
  ['updated', tests, 'updatedAt'],
  ['status', runs, 'results'],
  ['testrun', ['case', 'comments', 'test_run'], 'test_run'],
  ['lst', ['list', 'get', 'create'], 'list'],
])('%s was meant to be, of %j: %s', (word, candidates, meant) => {
  expect(suggest(word, candidates)).toBe(meant)
})

/** Returns the edit distance of two words: how many letters to add, leave out, replace or swap with the next. Never stops early. */
const distance = (one: string, other: string): number => {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  for (const [row, letter] of [...one].entries()) {
    const [before, last, next] = [rows[row - 1], rows[row]!, [row + 1]]
    for (const [column, its] of [...other].entries()) {
      const isSwapped = row > 0 && letter === other[column - 1] && one[row - 1] === its
      const swapped = isSwapped ? before![column - 1]! + 1 : Infinity
      next.push(Math.min(last[column + 1]! + 1, next[column]! + 1, last[column]! + Number(letter !== its), swapped))
    }
    rows.push(next)
  }
  return rows.at(-1)!.at(-1)!
}

test('of words that begin otherwise, the first of those with the fewest letters amiss is meant, if they are a third at most', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 3, maxLength: 9 }).map((one) => `x${one}`)
  const other = fc.tuple(fc.constantFrom('x', 'y', ''), word).map(([first, one]) => first + one.slice(1))
  fc.assert(
    fc.property(word, fc.array(other, { maxLength: 5 }), (typed, candidates) => {
      fc.pre(!candidates.some((one) => one.startsWith(typed)))
      const least = Math.min(...candidates.map((one) => distance(typed, one)))
      const meant = candidates.find((one) => distance(typed, one) === least)
      expect(suggest(typed, candidates)).toBe(least <= Math.max(1, Math.floor(typed.length / 3)) ? meant : undefined)
    }),
  )
})
