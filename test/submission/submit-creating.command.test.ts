import { describe, expect, test } from 'vitest'
import { UnavailableError } from '../../src/errors.ts'
import type { Api } from '../../src/contract/index.ts'
import { createProject, creating, outcome, resultsOf, submitTo } from './service.ts'
import { addsUp } from './sums.ts'

describe('what is missing is created when told to', () => {
  test('cases by their whole names, and their tests', async () => {
    const there = await createProject(['a'])
    const outcomes = [outcome('X › a'), outcome('X › b'), outcome('X › c', 'failed'), outcome('Y › c', 'skipped')]
    const { summary, error } = await submitTo(there, outcomes, { policy: creating })
    expect(error).toBeUndefined()
    addsUp(summary)
    expect(summary).toMatchObject({ created: { cases: 3, tests: 3 }, results: { unmatched: 0 } })
    expect(await resultsOf(there.api, there.run.id)).toEqual({
      a: 'passed',
      'X › b': 'passed',
      'X › c': 'failed',
      'Y › c': 'untested',
    })
    const again = await submitTo(there, outcomes, { policy: creating })
    expect(again.summary).toMatchObject({
      created: { cases: 0, tests: 0 },
      tests: { set: 0, unchanged: 3, skipped: 1 },
    })
  })

  test('cases that the project has are not created again', async () => {
    const there = await createProject(['a', 'b'])
    const { testRun } = await there.api.runs.create({ projectId: there.project.id, name: 'Empty', caseIds: [] })
    const run = { id: testRun.id, name: testRun.name, displayId: testRun.displayId }
    const { summary } = await submitTo({ ...there, run }, [outcome('a'), outcome('b'), outcome('WEB-C2 x', 'failed')], {
      policy: creating,
    })
    expect(summary.created).toEqual({ cases: 0, tests: 2 })
    expect(await resultsOf(there.api, run.id)).toEqual({ a: 'passed', b: 'failed' })
  })

  test('a name that decides nothing gets a case by its whole name', async () => {
    const there = await createProject(['a'])
    await submitTo(there, [outcome('X › a', 'failed'), outcome('Y › a')], { policy: creating })
    expect(await resultsOf(there.api, there.run.id)).toEqual({ a: 'untested', 'X › a': 'failed', 'Y › a': 'passed' })
  })

  test('a name that a nearer result has taken gets a case by its whole name', async () => {
    const there = await createProject(['a'])
    await submitTo(there, [outcome('a', 'failed'), outcome('Y › a')], { policy: creating })
    expect(await resultsOf(there.api, there.run.id)).toEqual({ a: 'failed', 'Y › a': 'passed' })
  })

  test('a dry run with --reuse shows what would change in a run that is there already', async () => {
    const there = await createProject(['a', 'b'])
    await submitTo(there, [outcome('a'), outcome('b')])
    const into = { newRun: { name: 'Nightly', reuse: true }, project: there.project }
    const results = [outcome('a'), outcome('b', 'failed'), outcome('c')]
    const { summary } = await submitTo(there, results, { policy: creating, into, dryRun: true })
    expect(summary).toMatchObject({
      run: { identifier: 'WEB-R1', created: false },
      created: { cases: 1, tests: 1 },
      changes: [
        { name: 'b', from: 'passed', to: 'failed' },
        { name: 'c', from: 'untested', to: 'passed' },
      ],
    })
  })

  test('what other submissions add to a run that this one created counts as theirs', async () => {
    const there = await createProject()
    const { project } = there
    const into = { newRun: { name: 'Nightly 7', reuse: true }, project }
    const others = [outcome('b'), outcome('c')]
    let theirs: Promise<unknown> | undefined
    const api: Api = {
      ...there.api,
      tests: {
        ...there.api.tests,
        list: async (page) => {
          await (theirs ??= submitTo(there, others, { policy: creating, into }))
          return there.api.tests.list(page)
        },
      },
    }
    const { summary } = await submitTo({ ...there, api }, [outcome('a')], { policy: creating, into })
    expect(summary).toMatchObject({ run: { created: true }, created: { cases: 1, tests: 1 } })
  })

  test('a result without a name, or with an identifier that is not there, stays unmatched', async () => {
    const there = await createProject()
    const { summary, error } = await submitTo(there, [outcome(''), outcome('WEB-C7 x')], { policy: creating })
    expect(new Set(summary.unmatched.map(({ reason }) => reason))).toEqual(
      new Set(['WEB-C7 is not in the project', 'it has no name']),
    )
    expect(summary.created).toEqual({ cases: 0, tests: 0 })
    expect(error).toMatchObject({ exitCode: 7 })
  })

  test('a case that cannot be created is said, and the others go on', async () => {
    const there = await createProject()
    const create: Api['cases']['create'] = (request) =>
      request.name === 'bad' ? Promise.reject(new UnavailableError('no luck')) : there.api.cases.create(request)
    const api = { ...there.api, cases: { ...there.api.cases, create } }
    const { summary, error } = await submitTo({ ...there, api }, [outcome('good'), outcome('bad')], {
      policy: creating,
    })
    expect(await resultsOf(there.api, there.run.id)).toEqual({ good: 'passed' })
    expect(summary.unmatched).toMatchObject([{ name: 'bad', reason: 'no case was created for it: no luck' }])
    expect(error).toMatchObject({
      exitCode: 7,
      message: '1 of 2 results matches no test in the run (no luck)',
      hint: 'to finish, run the same command again',
    })
  })
})

describe('a new run', () => {
  test('has a test for each case that a result is for', async () => {
    const there = await createProject(['a', 'b', 'c'])
    const into = { newRun: { name: 'CI 1' }, project: there.project }
    const { summary, error } = await submitTo(there, [outcome('a'), outcome('b', 'skipped'), outcome('d')], { into })
    expect(summary).toMatchObject({ run: { identifier: 'WEB-R2', created: true }, created: { cases: 0, tests: 2 } })
    expect(await resultsOf(there.api, summary.run!.id)).toEqual({ a: 'passed', b: 'untested' })
    expect(error).toMatchObject({ exitCode: 7 })
  })

  test('has its tests in the order of the report, those of new cases as well', async () => {
    const there = await createProject(['c', 'a'])
    const into = { newRun: { name: 'CI 1' }, project: there.project }
    const { summary } = await submitTo(
      there,
      ['a', 'b', 'c'].map((name) => outcome(name)),
      { into, policy: creating },
    )
    expect(Object.keys(await resultsOf(there.api, summary.run!.id))).toEqual(['a', 'b', 'c'])
  })

  test('is created with the cases that were missing', async () => {
    const there = await createProject(['a'])
    const into = { newRun: { name: 'CI 1' }, project: there.project }
    const { summary, error } = await submitTo(there, [outcome('a'), outcome('S › d', 'failed')], {
      into,
      policy: creating,
    })
    expect(error).toBeUndefined()
    expect(await resultsOf(there.api, summary.run!.id)).toEqual({ a: 'passed', 'S › d': 'failed' })
  })

  test('is not created without any result', async () => {
    const there = await createProject(['a'])
    const into = { newRun: { name: 'CI 1' }, project: there.project }
    const { summary, error } = await submitTo(there, [outcome('z')], { into })
    expect(summary.run).toBeNull()
    expect((await there.api.runs.list({ projectId: there.project.id })).testRuns).toHaveLength(1)
    expect(error).toMatchObject({ exitCode: 7 })
  })
})
