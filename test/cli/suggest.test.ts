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
