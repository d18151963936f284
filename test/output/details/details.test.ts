import { expect, test } from 'vitest'
import { aCase, aComment, aRun, aTest, see } from '../sights.ts'

test('a case is shown with its content first: preconditions, steps, custom fields, then who wrote it, its id, and what is not of the interface', async () => {
  const row = aCase(4, {
    name: 'Login works',
    preconditions: 'A user exists.\nThe shop is open.',
    flavour: 'sweet',
    novel: { nested: [1] },
  })
  expect((await see({ terminal: 80 }, (printer) => printer.item('cases', row))).out).toBe(`\
WEB-C4  Login works

preconditions
  A user exists.
  The shop is open.

steps
  1. Open the page → The form is shown
  2. Submit it

custom fields
  area:      login
  priority:  1

created:  14 days ago (2026-03-01T12:00:00.000Z) by ana
updated:  3 hours ago (2026-03-15T09:00:00.000Z) by ben
id:       case-4

flavour:  sweet
novel:    {"nested":[1]}
`)
})

test('a test shows its result, who has it, its case, its run and its comments', async () => {
  const row = aTest(12, {
    name: 'Login works',
    result: 'failed',
    preconditions: '',
    case: { ...aCase(4), identifier: undefined },
    testRun: { ...aRun(7), identifier: undefined },
    comments: [aComment('It fails\nsince Monday'), aComment('Fixed', { createdBy: 'ben', createdAt: 1_773_568_800 })],
  })
  const { out } = await see({ terminal: 80 }, (printer) => printer.item('tests', row))
  expect(out).toBe(`\
WEB-T12  Login works

result:       ✗ failed
assigned to:  -
case:         WEB-C4  Case 4
run:          WEB-R7  Run 7

comments (2)
  ana, 14 days ago
    It fails
    since Monday
  ben, 2 hours ago
    Fixed

created:  14 days ago (2026-03-01T12:00:00.000Z) by ana
updated:  3 hours ago (2026-03-15T09:00:00.000Z) by ben
id:       id-12
`)
})

test('a run shows its tests as a table, no wider than the terminal', async () => {
  const tests = [aTest(1, { identifier: undefined, result: 'passed' }), aTest(2, { name: 'x'.repeat(100) })]
  const { out } = await see({ terminal: 70 }, (printer) => printer.item('runs', aRun(7, { tests })))
  expect(out).toContain('results:  3/5 passed, 1 failed, 1 untested\n')
  expect(out).toContain('\ntests (2)\n  IDENTIFIER  NAME')
  expect(out).toContain('\n  WEB-T1      Test 1 ')
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(70)
})

test('a milestone shows its runs, and the tests of each', async () => {
  const row = { ...aRun(2), identifier: 'WEB-M2', testRuns: [aRun(7, { tests: [aTest(1)] }), aRun(8, { tests: [] })] }
  const { out } = await see({ terminal: 100 }, (printer) => printer.item('milestones', row))
  expect(out).toMatch(/\nruns \(2\)\n[^]*tests of WEB-R7 \(1\)\n[^]*WEB-T1[^]*tests of WEB-R8 \(0\)\n {2}none\n/)
})

test('a project shows its identifier and name first', async () => {
  const row = { id: 'p', name: 'Web shop', identifier: 'WEB', icon: 'globe', color: '#36f', milestones: [] }
  expect((await see({ terminal: 80 }, (printer) => printer.item('projects', row))).out).toBe(
    'WEB  Web shop\n\nicon:   globe\ncolor:  #36f\n\nmilestones (0)\n  none\n\nid:  p\n',
  )
})

test('steps are numbered under each other, long texts stay in their place', async () => {
  const steps = Array.from({ length: 10 }, (_, at) => ({ action: `Do ${at}\nthen wait`, expectation: 'It is done' }))
  const { out } = await see({ terminal: 80, env: { LANG: 'C' } }, (printer) =>
    printer.item('cases', aCase(1, { steps })),
  )
  expect(out).toContain('\n   1. Do 0\n      then wait -> It is done\n')
  expect(out).toContain('\n  10. Do 9\n      then wait -> It is done\n')
})

test('an expectation of several lines stands by itself, and one without an action is no action', async () => {
  const steps = [
    { action: 'Log in', expectation: '| a | b |\n|---|---|\n' },
    { action: '', expectation: 'A form' },
  ]
  const { out } = await see({ terminal: 80, env: { LANG: 'C' } }, (printer) =>
    printer.item('cases', aCase(1, { steps })),
  )
  expect(out).toContain('\n  1. Log in\n     -> | a | b |\n        |---|---|\n  2. -> A form\n')
})

test('a resource that is not what the interface says is still shown', async () => {
  const odd = { id: 'x', steps: 'none', customFields: ['a'], comments: [null, 'b'], case: 7, tests: [1], name: null }
  const { error, out } = await see({ terminal: 80 }, (printer) => printer.item('tests', odd))
  expect(error).toBeUndefined()
  expect(out).toContain('steps\n  none\n')
})

test('no field brings the terminal anything that acts', async () => {
  const evil = '\u001b]0;owned\u0007\u009b2J\u202e\u200b\r'
  const fields = { name: evil, preconditions: evil, assignedTo: evil, result: evil, identifier: evil, createdBy: evil }
  const nested = { ...fields, comments: [aComment(evil, { createdBy: evil, createdAt: evil })], [evil]: evil }
  const row = aTest(1, {
    ...nested,
    steps: [{ action: evil, expectation: evil }, evil],
    customFields: { [evil]: evil },
    case: nested,
    tests: [nested],
    updatedAt: evil,
  })
  const { out } = await see({ terminal: 80 }, (printer) => printer.item('tests', row))
  expect(out).not.toMatch(new RegExp(String.raw`[\0-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202e]`))
  expect(out.match(/owned/g)?.length).toBeGreaterThan(10)
})

test('at 40 columns fields and steps break between words, under where they begin', async () => {
  const steps = [{ action: 'Open the page of the shop', expectation: 'the form is shown to everybody' }]
  const { out } = await see({ terminal: 40 }, (printer) => printer.item('cases', aCase(1, { steps })))
  expect(out).toContain('\n  1. Open the page of the shop → the\n     form is shown to everybody\n')
  expect(out).toContain('\ncreated:  14 days ago\n          (2026-03-01T12:00:00.000Z) by\n          ana\n')
})

test('a pipe gets the same page, whole, with exact times and no colours', async () => {
  const row = aTest(12, { name: 'x'.repeat(300), result: 'failed', comments: [aComment('It fails')] })
  const { out } = await see({}, (printer) => printer.item('tests', row))
  expect(out).toContain(`WEB-T12  ${'x'.repeat(300)}\n\nresult:       failed\n`)
  expect(out).toContain('\ncomments (1)\n  ana, 2026-03-01T12:00:00.000Z\n    It fails\n')
  expect(out).toContain('\ncreated:  2026-03-01T12:00:00.000Z by ana\n')
})
