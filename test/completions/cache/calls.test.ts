import { expect, test } from 'vitest'
import { createCalls } from '../../../src/completions/cache/calls.ts'
import type { RecordedCall } from '../../../src/completions/cache/record.ts'

const page = (testRunId: string, offset: number, size = 1000): RecordedCall => ({
  noun: 'tests',
  verb: 'list',
  values: { testRunId, offset },
  answer: { tests: Array.from({ length: size }, () => ({})) },
})
const update = (testId: string): RecordedCall => ({
  noun: 'tests',
  verb: 'update',
  values: { testId },
  answer: { test: {} },
})
const remove = (testId: string): RecordedCall => ({ noun: 'tests', verb: 'delete', values: { testId }, answer: {} })

const remembered = (calls: readonly RecordedCall[], limits = {}): string[] => {
  const { note, all } = createCalls(limits)
  calls.forEach(note)
  return all().map(({ verb, values }) => [verb, ...Object.values(values)].join(' '))
}

test('calls are remembered in their order', () =>
  expect(remembered([update('1'), page('a', 0), remove('2'), page('a', 1000)])).toEqual([
    'update 1',
    'list a 0',
    'list a 1000',
    'delete 2',
  ]))

test('of a list, the first page and those at the end', () => {
  const pages = Array.from({ length: 100 }, (_, at) => page('a', at * 1000))
  expect(remembered(pages)).toEqual(['list a 0', 'list a 99000'])
  const small = Array.from({ length: 1000 }, (_, at) => page('a', at * 10, 10))
  expect(remembered(small)).toHaveLength(1 + 100)
})

test('of lists that are read side by side, each the same', () => {
  const pages = Array.from({ length: 50 }, (_, at) => [page('a', at * 1000), page('b', at * 1000)]).flat()
  expect(remembered(pages)).toEqual(['list a 0', 'list a 49000', 'list b 0', 'list b 49000'])
})

test('a list that is read again, as it was last', () =>
  expect(remembered([page('a', 0), update('1'), page('a', 0), page('a', 1000)])).toEqual([
    'update 1',
    'list a 0',
    'list a 1000',
  ]))

test('the lists that were read last, and every deletion', () => {
  const lists = ['a', 'b', 'c'].map((run) => page(run, 0))
  expect(remembered(lists, { mostLists: 2 })).toEqual(['list b 0', 'list c 0'])
  expect(remembered([update('1'), update('2'), remove('3')], { mostOthers: 1 })).toEqual(['update 1', 'delete 3'])
})

test('of each row the names alone, without the rows within it', () => {
  const names = { id: '1', identifier: 'WEB-R7', displayId: 7, name: 'Nightly' }
  const { note, all } = createCalls()
  const run = { ...names, results: { total: 1 }, tests: [{ id: '2', name: 'Login works' }] }
  const pagination = { total: 1, limit: 100, offset: 0 }
  note({ noun: 'runs', verb: 'list', values: { projectId: 'p' }, answer: { testRuns: [run], pagination } })
  note({ noun: 'runs', verb: 'get', values: { identifier: 'WEB-R7' }, answer: { testRun: run } })
  expect(all().map(({ answer }) => answer)).toEqual([{ testRuns: [names], pagination }, { testRun: names }])
})
