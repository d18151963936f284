import { expect, test } from 'vitest'
import { explainMatches } from '../../../src/submission/summary/explain.ts'
import { match, usualRules } from '../../../src/submission/match/index.ts'
import { plan } from '../../../src/submission/plan/index.ts'
import { usualPolicy } from '../../../src/submission/plan/policy.ts'
import type { RunTest } from '../../../src/runs/read.ts'
import { outcome } from '../outcome.ts'

const tests: RunTest[] = ['logs in', 'pays', 'ships'].map((name, at) => ({
  id: `${at}`,
  name,
  caseId: `case${at}`,
  displayId: at + 1,
  result: 'untested',
  updatedAt: 0,
  remarks: [],
  identifiers: [`WEB-T${at + 1}`],
}))

const outcomes = [
  outcome('Login › log in', 'passed', { line: 3 }),
  outcome('Shop › pays', 'failed', { line: 4 }),
  outcome('both [WEB-T1] [WEB-T3] [WEB-T9]', 'passed', { line: 5 }),
  outcome('again [WEB-T3]', 'failed', { line: 6 }),
]
const among = { many: 'tests', where: 'in the run' }
const matching = match({ outcomes, targets: tests, project: 'WEB', among, rules: usualRules })

test('each result is explained, in the order of the reports', () => {
  const place = { report: 'report.xml' }
  expect(explainMatches({ outcomes, matching })).toEqual([
    {
      ...place,
      name: 'Login › log in',
      line: 3,
      result: 'passed',
      targets: [],
      reason: 'nothing in the run has this name',
      nearest: ['WEB-T1 logs in'],
    },
    {
      ...place,
      name: 'Shop › pays',
      line: 4,
      result: 'failed',
      rule: 'name',
      because: 'its name is pays',
      targets: ['WEB-T2'],
    },
    {
      ...place,
      name: 'both [WEB-T1] [WEB-T3] [WEB-T9]',
      line: 5,
      result: 'passed',
      rule: 'identifier',
      because: 'its name has WEB-T1, WEB-T3, WEB-T9',
      targets: ['WEB-T1', 'WEB-T3'],
      missing: ['WEB-T9'],
    },
    {
      ...place,
      name: 'again [WEB-T3]',
      line: 6,
      result: 'failed',
      rule: 'identifier',
      because: 'its name has WEB-T3',
      targets: ['WEB-T3'],
    },
  ])
})

test('with the plan it is said what becomes of each test, whatever other results say of it', () => {
  const ships = { test: 'WEB-T3', what: 'set', from: 'untested', to: 'failed' }
  const explained = explainMatches({ outcomes, matching, plan: plan(matching.matched, usualPolicy) })
  expect(explained.map(({ planned }) => planned)).toEqual([
    undefined,
    [{ test: 'WEB-T2', what: 'set', from: 'untested', to: 'failed' }],
    [{ test: 'WEB-T1', what: 'set', from: 'untested', to: 'passed' }, ships],
    [ships],
  ])
})
