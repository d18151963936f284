import fc from 'fast-check'
import { expect, test } from 'vitest'
import { results } from '../../../src/contract/vocabulary.ts'
import { diff, type Difference, differenceKinds, regressions } from '../../../src/runs/diff/index.ts'
import { stateWith } from '../tests.ts'

/** Returns the tests of each kind, without empty kinds: `newlyFailing: ['WEB-T11']`. */
const kindsIn = (difference: Difference) =>
  Object.fromEntries(
    differenceKinds.flatMap((kind) =>
      difference[kind].length > 0 ? [[kind, difference[kind].map(({ identifier }) => identifier)]] : [],
    ),
  )

test.for([
  ['passed', 'failed', 'newlyFailing'],
  ['untested', 'failed', 'newlyFailing'],
  ['inProgress', 'failed', 'newlyFailing'],
  ['failed', 'failed', 'stillFailing'],
  ['failed', 'passed', 'fixed'],
  ['failed', 'untested', 'changed'],
  ['failed', 'inProgress', 'changed'],
  ['passed', 'untested', 'changed'],
  ['untested', 'passed', 'changed'],
  ['passed', 'passed', 'unchanged'],
  ['untested', 'untested', 'unchanged'],
] as const)('a test that was %s and is %s: %s', ([before, after, kind]) => {
  const difference = diff(stateWith({ login: before }), stateWith({ login: after }, { first: 11 }))
  expect(kindsIn(difference)).toEqual(kind === 'unchanged' ? {} : { [kind]: ['WEB-T11'] })
  expect(difference.counts[kind]).toBe(1)
  if (kind !== 'unchanged') expect(difference[kind][0]).toMatchObject({ from: before, to: after, caseId: 'login' })
})

test('tests that only one of the runs has are added or removed, and have no result in the other', () => {
  const difference = diff(stateWith({ old: 'failed' }), stateWith({ new: 'passed' }, { first: 11 }))
  expect(kindsIn(difference)).toEqual({ added: ['WEB-T11'], removed: ['WEB-T1'] })
  expect(difference.added[0]).toMatchObject({ from: null, to: 'passed' })
  expect(difference.removed[0]).toMatchObject({ from: 'failed', to: null })
})

test('several tests of one case are compared one by one, in their order', () => {
  const before = stateWith({ login: ['passed', 'failed', 'passed'] })
  const after = stateWith({ login: ['passed', 'passed', 'failed', 'passed'] }, { first: 11 })
  expect(kindsIn(diff(before, after))).toEqual({ fixed: ['WEB-T12'], newlyFailing: ['WEB-T13'], added: ['WEB-T14'] })
})

test('regressions are what fails newly, and what was added and failed', () => {
  const before = stateWith({ a: 'passed', b: 'failed', c: 'passed' })
  const after = stateWith({ a: 'failed', b: 'failed', c: 'untested', d: 'failed', e: 'passed' }, { first: 11 })
  expect(regressions(diff(before, after)).map(({ identifier }) => identifier)).toEqual(['WEB-T11', 'WEB-T14'])
})

test('every test of both runs is counted once, whatever they hold', () => {
  const held = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', '__proto__'), fc.array(fc.constantFrom(...results)))
  fc.assert(
    fc.property(held, held, (one, other) => {
      const [before, after] = [stateWith(one), stateWith(other, { first: 11 })]
      const { counts } = diff(before, after)
      const both = counts.unchanged + counts.newlyFailing + counts.stillFailing + counts.fixed + counts.changed
      expect([both + counts.removed, both + counts.added]).toEqual([before.counts.total, after.counts.total])
      expect(diff(before, before).counts).toMatchObject({ newlyFailing: 0, fixed: 0, changed: 0, added: 0, removed: 0 })
    }),
  )
})
