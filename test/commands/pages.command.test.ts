import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, hideIds, type SeededWorld } from '../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const test1 = (time: string) => `\
WEB-T1  logs in

result:       ${time === '' ? '' : '- '}untested
assigned to:  -
case:         WEB-C1  logs in
run:          WEB-R1  Nightly 1

preconditions
  There is an account.

steps
  1. Open the page → The form is shown

comments (2)
  ana, 2024-01-02${time === '' ? 'T03:04:05.678Z' : ''}
    Fails on Tuesdays.
  ana, 2024-01-02${time === '' ? 'T03:04:05.678Z' : ''}
    And on Wednesdays.

created:  ${time}2024-01-02T03:04:05.678Z${time && ')'} by ana
updated:  ${time}2024-01-02T03:04:05.678Z${time && ')'} by ana
id:       ID
`

test('a test is shown with its steps and comments, its case and its run, and metadata last', async () => {
  const shown = await world.prints('testctl tests get WEB-T1', { terminal: 80, env: { NO_COLOR: '1' } })
  expect(hideIds(shown)).toBe(test1('2024-01-02 ('))
})

test('a pipe gets the same page', async () => {
  expect(hideIds(await world.prints('testctl tests get WEB-T1'))).toBe(test1(''))
})

test('a case is shown with its comments', async () => {
  const shown = await world.prints('testctl cases get WEB-C1')
  expect(shown).toMatch(/\nsteps\n[^]*\ncomments \(1\)\n {2}ana, \S+\n {4}Needs a second account\.\n\ncreated: /)
})

test('what was asked for with --relations is shown, and nothing else', async () => {
  expect(await world.prints('testctl tests get WEB-T1 --relations case')).not.toContain('comments')
})

test('a run names its milestone', async () => {
  expect(await world.prints('testctl runs get WEB-R1')).toContain('\nmilestone:  WEB-M1\n')
  expect(await world.prints('testctl runs get WEB-R2')).not.toContain('milestone')
  const id = (await world.json<{ milestoneId: string }>('testctl runs get WEB-R1')).milestoneId
  expect(await world.prints('testctl runs get WEB-R1 --columns milestoneId')).toBe(`${id}\n`)
})
