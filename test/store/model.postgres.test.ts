import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Api } from '../../src/contract/index.ts'
import { results } from '../../src/contract/vocabulary.ts'
import { createService } from '../../src/service/index.ts'
import type { Store } from '../../src/store/index.ts'
import { createStore } from '../helpers/postgres.ts'
import { createModel } from './model.ts'
import { open } from './postgres/opened.ts'

// RELIABILITY 5

const number = fc.integer({ min: 1, max: 6 })
const numbers = fc.uniqueArray(number, { maxLength: 4 })
const name = fc.oneof(
  fc.constantFrom('a', 'B', 'ä', 'Z', '😀', "o'clock", '%', '\\', '$1', '"'),
  fc.string({ minLength: 1 }),
)
const result = fc.constantFrom(...results)

const step = fc.oneof(
  fc.record({ do: fc.constant('createCase' as const), name }),
  fc.record({ do: fc.constant('renameCase' as const), number, name }),
  fc.record({ do: fc.constant('deleteCase' as const), number }),
  fc.record({ do: fc.constant('createRun' as const), name, numbers }),
  fc.record({ do: fc.constant('changeRun' as const), number, add: numbers, remove: numbers }),
  fc.record({ do: fc.constant('deleteRun' as const), number }),
  fc.record({ do: fc.constant('setTest' as const), number, result, assignedTo: name }),
  fc.record({ do: fc.constant('deleteTest' as const), number }),
  fc.record({ do: fc.constant('comment' as const), number, name }),
  fc.record({ do: fc.constant('link' as const), number, name }),
  fc.record({ do: fc.constant('page' as const), limit: number, offset: fc.nat(6) }),
  fc.record({ do: fc.constant('filter' as const), name }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const at = new Date('2026-01-01T00:00:00.000Z')

/** Creates one side of the comparison. Ids differ between the sides, so answers name them by the order in which they appeared. */
const createSide = async (store: Store, identifier: string) => {
  const api = createService(store, () => at)('ana')
  const { project } = await api.projects.create({ name: 'Web', identifier, icon: '', color: '' })
  const known = new Map<string, string>()
  const called = (text: string) =>
    text
      .replace(/"requestId":"[^"]+","duration":\d+/, '')
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => known.get(id) ?? known.set(id, `id ${known.size}`).get(id)!)
  const answered = (work: Promise<unknown>): Promise<string> =>
    work.then(
      (answer) => called(JSON.stringify(answer)),
      (error: Error & { status?: number }) => called(`${error.name} ${error.status}: ${error.message}`),
    )
  return { api, identifier, projectId: project.id, answered }
}

type Side = Awaited<ReturnType<typeof createSide>>

const idOf = async (get: () => Promise<{ id: string }>): Promise<string> =>
  (await get().catch(() => ({ id: 'none' }))).id
const caseId = ({ api, identifier }: Side, number: number) =>
  idOf(async () => (await api.cases.get({ identifier: `${identifier}-C${number}` })).case)
const testId = ({ api, identifier }: Side, number: number) =>
  idOf(async () => (await api.tests.get({ identifier: `${identifier}-T${number}` })).test)
const runId = ({ api, identifier }: Side, number: number) =>
  idOf(async () => (await api.runs.get({ identifier: `${identifier}-R${number}` })).testRun)
const caseIds = (side: Side, all: readonly number[]) => Promise.all(all.map((one) => caseId(side, one)))

const perform = async (side: Side, step: Step): Promise<unknown> => {
  const { api, projectId } = side
  switch (step.do) {
    case 'createCase': {
      const customFields = { area: step.name }
      return api.cases.create({ projectId, name: step.name, preconditions: '', steps: [], customFields })
    }
    case 'renameCase':
      return api.cases.update({ caseId: await caseId(side, step.number), name: step.name })
    case 'deleteCase':
      return api.cases.delete({ caseId: await caseId(side, step.number) })
    case 'createRun':
      return api.runs.create({ projectId, name: step.name, caseIds: await caseIds(side, step.numbers) })
    case 'changeRun': {
      const [caseIdsToAdd, caseIdsToRemove] = [await caseIds(side, step.add), await caseIds(side, step.remove)]
      return api.runs.update({ testRunId: await runId(side, step.number), caseIdsToAdd, caseIdsToRemove })
    }
    case 'deleteRun':
      return api.runs.delete({ testRunId: await runId(side, step.number) })
    case 'setTest': {
      const { result, assignedTo } = step
      return api.tests.update({ testId: await testId(side, step.number), result, assignedTo })
    }
    case 'deleteTest':
      return api.tests.delete({ testId: await testId(side, step.number) })
    case 'comment':
      return api.comments.create({ resourceId: await testId(side, step.number), content: step.name })
    case 'link':
      return api.milestones.create({ projectId, name: step.name, testRunIds: [await runId(side, step.number)] })
    case 'page':
      return api.cases.list({ projectId, limit: step.limit, offset: step.offset, relations: ['comments'] })
    case 'filter':
      return api.cases.list({ projectId, customFields: { area: step.name } })
  }
}

const apply = (model: ReturnType<typeof createModel>, step: Step): void => {
  if (step.do === 'createCase') model.createCase(step.name)
  if (step.do === 'renameCase') model.renameCase(step.number, step.name)
  if (step.do === 'deleteCase') model.deleteCase(step.number)
  if (step.do === 'createRun' && model.hasCases(step.numbers)) model.createRun(step.name, step.numbers)
  if (step.do === 'changeRun' && model.hasCases(step.add) && !step.add.some((one) => step.remove.includes(one)))
    model.changeRun(
      step.number,
      step.add,
      step.remove.filter((one) => model.hasCases([one])),
    )
  if (step.do === 'deleteRun') model.deleteRun(step.number)
  if (step.do === 'setTest') model.setTest(step.number, { result: step.result, assignedTo: step.assignedTo })
  if (step.do === 'deleteTest') model.deleteTest(step.number)
}

const shown = async (api: Api, projectId: string) => {
  const { cases } = await api.cases.list({ projectId })
  const { testRuns } = await api.runs.list({ projectId, relations: ['tests'] })
  return {
    cases: cases.map(({ displayId, name }) => [displayId, name]),
    runs: testRuns.map(({ displayId, name, results, tests }) => ({
      number: displayId,
      name,
      results,
      tests: tests!.map((test) => [test.displayId, test.name, test.result, test.assignedTo]),
    })),
  }
}

test('whatever is done, both engines answer alike, step by step, and hold what plain arrays hold', async () => {
  const stores = [await open(':memory:'), await open((await createStore()).address)]
  let made = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30, size: 'max' }), async (steps) => {
      const identifier = `W${++made}`
      const sides = await Promise.all(stores.map((store) => createSide(store, identifier)))
      const model = createModel()
      for (const step of steps) {
        apply(model, step)
        const [onSqlite, onPostgres] = await Promise.all(sides.map((side) => side.answered(perform(side, step))))
        expect({ step, answer: onPostgres }).toEqual({ step, answer: onSqlite })
      }
      for (const { api, projectId } of sides) expect(await shown(api, projectId)).toEqual(model.shown())
    }),
    { numRuns: 12 },
  )
})
