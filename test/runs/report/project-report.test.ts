import { expect, test } from 'vitest'
import { reportOfProject } from '../../../src/runs/report/project-report.ts'
import { runWith } from './reported.ts'

const project = { id: 'p', identifier: 'WEB', name: 'Web' }
const earlier = (...runs: Record<string, 'passed' | 'failed'>[]) => runs.map((run) => new Map(Object.entries(run)))
const rowOf = (name: string) => ({ id: name, identifier: name, name: '', at: null, results: runWith([]).counts })

test('a failure is new where the case did not fail the last time that it was tested', () => {
  const report = reportOfProject(
    {
      project,
      newest: runWith([{ result: 'failed' }, { result: 'failed' }, { result: 'failed' }, { result: 'passed' }]),
      earlier: earlier({ 'case-1': 'failed', 'case-2': 'failed' }, { 'case-2': 'passed' }),
      runs: [rowOf('WEB-R5'), rowOf('WEB-R6'), rowOf('WEB-R7')],
    },
    {},
  )
  expect(report.failed.map(({ change }) => change)).toEqual(['stillFailing', 'newlyFailing', 'newlyFailing'])
  expect(report.sentence).toBe('WEB-R7, the last of 3 runs: 3 of 4 failed; 2 of them new since the runs before')
  expect(report.runs.map(({ identifier }) => identifier)).toEqual(['WEB-R7', 'WEB-R6', 'WEB-R5'])
})

test('the sentence goes on in small letters after the name of the run', () => {
  const { sentence } = reportOfProject(
    {
      project,
      newest: runWith([{ result: 'untested' }, { result: 'untested' }]),
      earlier: [],
      runs: [rowOf('WEB-R7')],
    },
    {},
  )
  expect(sentence).toBe('WEB-R7, the only run: none of 2 tested yet')
})

test('flaky is what changed more than once, the most restless first', () => {
  const report = reportOfProject(
    {
      project,
      newest: runWith([{ result: 'passed' }, { result: 'failed' }, { result: 'passed' }, { result: 'untested' }]),
      earlier: earlier(
        { 'case-1': 'passed', 'case-2': 'passed', 'case-3': 'failed', 'case-4': 'passed' },
        { 'case-1': 'failed', 'case-2': 'failed', 'case-4': 'failed' },
        { 'case-2': 'passed', 'case-4': 'failed' },
      ),
      runs: [],
    },
    {},
  )
  expect(report.flakiest.map(({ identifier, flakiness, results }) => [identifier, flakiness, results.length])).toEqual([
    ['WEB-C2', 1, 4],
    ['WEB-C1', 1, 3],
  ])
})

test('a project without a run with tests is told as such', () => {
  const report = reportOfProject({ project, newest: undefined, earlier: [], runs: [] }, {})
  expect(report).toMatchObject({ sentence: 'No runs with tests: nothing was tested', results: { total: 0 }, trend: [] })
})
