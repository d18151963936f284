import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Outcome } from '../../src/reports/outcome.ts'
import { namesOf } from '../../src/submission/match/names.ts'
import { createEmpty, createProject, creating, outcome, projectAnew, submitTo } from './service.ts'

// The same results are submitted twice: whatever identifiers they name, the second time changes nothing.

type There = Awaited<ReturnType<typeof createProject>>

/** Reads the cases of the project, and the tests of the run with their results and comment counts. */
const stateOf = async ({ api, project, run }: There) => {
  const { cases } = await api.cases.list({ projectId: project.id, limit: 1000 })
  const { tests } = await api.tests.list({ testRunId: run.id, limit: 1000, relations: ['comments'] })
  return {
    cases: cases.map(({ displayId, name }) => `C${displayId} ${name}`),
    tests: tests.map(({ displayId, name, result, comments }) => `T${displayId} ${name}: ${result} ${comments?.length}`),
  }
}

const resultOf = async ({ api, run }: There, name: string) =>
  (await api.tests.list({ testRunId: run.id, limit: 1000 })).tests.find((one) => one.name === name)?.result

const twice = async (there: There, outcomes: readonly Outcome[]) => {
  const first = await submitTo(there, outcomes, { policy: creating })
  const before = await stateOf(there)
  const second = await submitTo(there, outcomes, { policy: creating })
  expect(await stateOf(there)).toEqual(before)
  expect(second.summary).toMatchObject({ tests: { set: 0 }, created: { cases: 0, tests: 0 }, comments: { written: 0 } })
  expect(second.summary.unmatched.map(({ name }) => name)).toEqual(first.summary.unmatched.map(({ name }) => name))
  expect(second.error?.message).toBe(first.error?.message)
  return { first, second }
}

test.each([
  ['in a name', outcome('logout [WEB-C1]', 'failed')],
  ['in lower case', outcome('logout [web-c1]', 'failed')],
  ['in a property', outcome('logout', 'failed', { properties: [{ name: 'test_id', value: 'WEB-C1' }] })],
  ['in a tag', outcome('logout', 'failed', { properties: [{ name: 'tag', value: '@WEB-C1' }] })],
  ['of its test', outcome('logout [WEB-T1]', 'failed')],
])('the identifier of a case that a submission makes is never used for another test: %s', async (_, naming) => {
  const there = await createProject()
  const { second } = await twice(there, [outcome('login'), naming])
  expect(await resultOf(there, 'login')).toBe('passed')
  expect(second.error).toMatchObject({ exitCode: 7 })
  // Nor does the other result reach it when it comes alone, as when only failed tests are run again.
  await submitTo(there, [naming], { policy: creating })
  expect(await resultOf(there, 'login')).toBe('passed')
})

test('nor by a mapping or a pattern', async () => {
  for (const rules of [
    { properties: [], patterns: [], mapping: new Map([['logout 1', ['WEB-C1']]]) },
    { properties: [], patterns: [/(?<case>[0-9]+)/gu], mapping: new Map<string, string[]>() },
  ]) {
    const there = await createProject()
    for (let time = 0; time < 2; time++)
      await submitTo(there, [outcome('login'), outcome('logout 1', 'failed')], { policy: creating, rules })
    expect(await resultOf(there, 'login')).toBe('passed')
  }
})

test('a case that somebody made is reached by its identifier, and so is one that a submission made when none was missing', async () => {
  const there = await createProject(['login'])
  await submitTo(there, [outcome('signs in [WEB-C1]', 'failed')], { policy: creating })
  expect(await resultOf(there, 'login')).toBe('failed')
  await submitTo(there, [outcome('pays')], { policy: creating })
  await submitTo(there, [outcome('buys [WEB-C2]', 'failed')], { policy: creating })
  expect(await resultOf(there, 'pays')).toBe('failed')
})

test('an identifier that was named too early says so, and how the case is found', async () => {
  const there = await createProject()
  const { second } = await twice(there, [outcome('login'), outcome('logout [WEB-C1]')])
  expect(second.summary.unmatched).toMatchObject([
    { reason: 'WEB-C1 was created after a test had named it, and is found by its name alone' },
  ])
  const { cases } = await there.api.cases.list({ projectId: there.project.id })
  expect(cases).toMatchObject([{ name: 'login', customFields: { namedBefore: '1' } }])
})

test.for<[string, string[], Outcome[]]>([
  [
    'a class here and a suite there',
    ['a'],
    [
      outcome('a', 'passed', { name: 'a', classname: 'S' }),
      outcome('a', 'passed', { name: 'a', classname: 'K' }),
      outcome('a', 'failed', { name: 'a', suite: ['S'] }),
    ],
  ],
  [
    'a name of its own for one of them',
    ['a', 'K › a'],
    [
      outcome('a', 'passed', { name: 'a', classname: 'K › S' }),
      outcome('a', 'failed', { name: 'a', suite: ['K'], classname: 'S' }),
      outcome('a', 'passed', { name: 'a', classname: 'T' }),
    ],
  ],
])('results with one whole name go to one test: %s', async ([, names, outcomes]) => {
  const there = await createProject(names)
  const { first } = await twice(there, outcomes)
  expect(first.summary.created).toMatchObject({ cases: 2 })
  for (const name of names) expect(await resultOf(there, name)).toBe('untested')
  const [whole] = namesOf(outcomes.find(({ result }) => result === 'failed')!)
  expect(await resultOf(there, whole)).toBe('failed')
})

const word = fc.constantFrom('a', 'b', 'c', 'a › b', 'WEB-C9 x')
const identifier = fc
  .tuple(fc.constantFrom('WEB-C', 'WEB-T', 'web-c', 'OTHER-C'), fc.integer({ min: 1, max: 8 }))
  .map((parts) => parts.join(''))
const name = fc.oneof(
  word,
  fc.tuple(word, identifier).map(([text, id]) => `${text} [${id}]`),
)
const result = fc.constantFrom<Outcome['result']>('passed', 'failed', 'skipped')
const anyOutcome = fc
  .record({
    name,
    suite: fc.array(fc.constantFrom('S', 'T', 'a'), { maxLength: 2 }),
    classname: fc.option(fc.constantFrom('K', 'S', 'S › K'), { nil: undefined }),
    result,
    properties: fc.array(fc.record({ name: fc.constantFrom('test_id', 'tag', 'x'), value: identifier }), {
      maxLength: 1,
    }),
  })
  .map(({ name, result, ...more }) => outcome(name, result, { name, ...more }))

/** Whether a result names a case or test by identifier, so that its own name does not matter. */
const claims = ({ name, properties }: Outcome) =>
  /WEB-[CT][0-9]/i.test(name) ||
  properties.some((one) => one.name === 'test_id' || (one.name === 'tag' && /WEB-/i.test(one.value)))

test('whatever results name, the second time changes nothing, and each is at the test of its own', async () => {
  const empty = await createEmpty()
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom('a', 'b', 'S › a', 'K › b', 'S'), { maxLength: 3 }),
      fc.array(anyOutcome, { minLength: 1, maxLength: 8 }),
      async (names, outcomes) => {
        const there = await projectAnew(empty, names)
        await twice(there, outcomes)
        // A test that a submission created has the result of those with its name that claim no case or test.
        const { tests } = await there.api.tests.list({ testRunId: there.run.id, limit: 1000 })
        for (const made of tests.filter((one) => !(names as readonly string[]).includes(one.name))) {
          const own = outcomes.filter((one) => namesOf(one)[0] === made.name && !claims(one)).map((one) => one.result)
          const ran = own.filter((one) => one !== 'skipped')
          const expected = ran.includes('failed') ? 'failed' : ran.length > 0 ? 'passed' : 'untested'
          expect({ name: made.name, result: made.result }).toEqual({ name: made.name, result: expected })
        }
      },
    ),
    { numRuns: 150 },
  )
})
