import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Api } from '../../../src/contract/index.ts'
import { AppliedError, NotFoundError, UnavailableError } from '../../../src/errors.ts'
import { createMissingCases } from '../../../src/submission/resolve/create-cases.ts'
import { match } from '../../../src/submission/match/index.ts'
import type { Target } from '../../../src/runs/read.ts'
import { withCreated } from '../../../src/submission/resolve/with-created.ts'
import { readCases } from '../../../src/submission/resolve/read-cases.ts'
import { outcome } from '../outcome.ts'
import { createEmpty, createProject, projectAnew } from '../service.ts'

type There = Awaited<ReturnType<typeof createProject>>

/** Does a part of a submission: matches its results to cases and creates the missing cases. */
const shard = async (there: There, names: readonly string[], api: Api = there.api) => {
  const { project } = there
  const outcomes = names.map((name) => outcome(name))
  const among = { many: 'cases', where: 'in the project' }
  const targets = await readCases(api, project)
  const found = match({ outcomes, targets, project: project.identifier, among, nearest: false })
  const settle = () => readCases(api, project)
  const stop = new AbortController().signal
  const made = await createMissingCases({ api, project, unmatched: found.unmatched, before: targets, stop, settle })
  return { ...made, matched: [...found.matched, ...made.matched] }
}

/** Returns a wrapper for the Apis of `count` submissions, so that all read the cases before the first of them creates one. */
const together = (count: number) => {
  let arrived = 0
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return (api: Api): Api => {
    let first = true
    const create: Api['cases']['create'] = async (request) => {
      if (first && ++arrived === count) open()
      first = false
      await opened
      return api.cases.create(request)
    }
    return { ...api, cases: { ...api.cases, create } }
  }
}

const namesIn = async ({ api, project }: There) => (await readCases(api, project)).map(({ name }) => name).sort()

const usedBy = ({ matched }: { matched: { outcome: { name: string }; targets: readonly Target[] }[] }) =>
  Object.fromEntries(matched.map(({ outcome: { name }, targets }) => [name, targets.map(({ id }) => id).join()]))

test('two submissions that create the same cases at the same time end with one of each, and both use it', async () => {
  const there = await createProject(['logs in'])
  const joined = together(2)
  const names = ['logs in', 'pays', 'adds']
  const [one, other] = await Promise.all([
    shard(there, names, joined(there.api)),
    shard(there, [...names, 'ships'], joined(there.api)),
  ])
  expect(await namesIn(there)).toEqual(['adds', 'logs in', 'pays', 'ships'])
  expect(usedBy(other)).toMatchObject(usedBy(one))
  expect(one.created.length + other.created.length).toBe(3)
  expect([...one.unmatched, ...other.unmatched, ...one.errors, ...other.errors]).toEqual([])
})

test('however many submissions interleave, there is one case of each name, and all use it', async () => {
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'S › a', 'T › a'), { minLength: 1 })
  const empty = await createEmpty()
  await fc.assert(
    fc.asyncProperty(fc.array(names, { minLength: 2, maxLength: 4 }), fc.scheduler(), async (shards, scheduler) => {
      const there = await projectAnew(empty)
      const { create, delete: remove, list } = there.api.cases
      const cases = {
        ...there.api.cases,
        create: scheduler.scheduleFunction(create),
        delete: scheduler.scheduleFunction(remove),
        list: scheduler.scheduleFunction(list),
      }
      const joined = together(shards.length)
      const work = Promise.all(shards.map((one) => shard(there, one, joined({ ...there.api, cases }))))
      await scheduler.waitFor(work)
      const made = await work
      expect(await namesIn(there)).toEqual([...new Set(shards.flat())].sort())
      const present = new Map((await readCases(there.api, there.project)).map(({ id, name }) => [id, name]))
      for (const { matched, unmatched } of made) {
        expect(unmatched).toEqual([])
        for (const { outcome: one, targets } of matched)
          expect(targets.map(({ id }) => present.get(id))).toEqual([[...one.suite, one.name].join(' › ')])
      }
    }),
    { numRuns: 50 },
  )
})

test('tests of two suites that have one name in different reports do not become one case', async () => {
  const there = await createProject()
  await Promise.all([shard(there, ['Cart › adds']), shard(there, ['Wishlist › adds'])])
  expect(await namesIn(there)).toEqual(['Cart › adds', 'Wishlist › adds'])
})

test('a second case whose delete was made, with an answer that cannot be read, or that is gone, is no failure', async () => {
  for (const error of [new AppliedError('done'), new NotFoundError('gone')]) {
    const there = await createProject()
    const joined = together(2)
    const api = (): Api => {
      const inner = joined(there.api)
      const remove: Api['cases']['delete'] = async (one) => {
        await inner.cases.delete(one)
        throw error
      }
      return { ...inner, cases: { ...inner.cases, delete: remove } }
    }
    const made = await Promise.all([shard(there, ['a'], api()), shard(there, ['a'], api())])
    expect(made.flatMap(({ errors }) => errors)).toEqual([])
  }
})

test('a second case that cannot be deleted is named, and the first is used', async () => {
  const there = await createProject()
  const joined = together(2)
  const failing = (): Api => {
    const api = joined(there.api)
    return { ...api, cases: { ...api.cases, delete: () => Promise.reject(new UnavailableError('no answer')) } }
  }
  const made = await Promise.all([shard(there, ['a'], failing()), shard(there, ['a'], failing())])
  expect(made.flatMap(({ errors }) => errors)).toMatchObject([
    {
      message: 'WEB-C2 is a second case named a and could not be deleted: no answer',
      hint: 'testctl cases delete WEB-C2',
    },
  ])
  expect(usedBy(made[0]!)).toEqual(usedBy(made[1]!))
})

test('second cases that cannot be deleted are all named, whatever else ends the submission', async () => {
  const there = await createProject()
  const joined = together(2)
  const failing = (): Api => {
    const api = joined(there.api)
    return { ...api, cases: { ...api.cases, delete: () => Promise.reject(new UnavailableError('no answer')) } }
  }
  const names = ['a', 'b']
  const made = await Promise.all([shard(there, names, failing()), shard(there, names, failing())])
  const left = await readCases(there.api, there.project)
  const seconds = left.filter(({ name }, at) => left.findIndex((one) => one.name === name) < at)
  const identifiers = seconds.flatMap((one) => one.identifiers)
  const stop = new AbortController().signal
  const down = new UnavailableError('the service failed (503)')
  const howToFinish = () => 'to finish: testctl runs submit --resume'
  const errors = made.map((one) => withCreated(down, { stop, howToFinish }, { cases: 2, errors: one.errors }))
  const ends = errors.map((error) => (error as Error).message)
  expect(identifiers).toHaveLength(2)
  for (const identifier of identifiers) expect(ends.join('\n')).toContain(identifier)
  for (const end of ends)
    expect(end).toContain('2 cases were created; no result has been set: the service failed (503)')
  for (const error of errors)
    expect(error).toMatchObject({
      hint: expect.stringMatching(/; to finish: testctl runs submit --resume$|^to finish/),
    })
})
