import fc from 'fast-check'
import { expect, test } from 'vitest'
import { results } from '../../../src/contract/vocabulary.ts'
import { engine } from '../engines/current.ts'
import { addProject, openService } from '../fixture.ts'

type Step = { kind: (typeof kinds)[number]; run: number; which: number; result: (typeof results)[number] }
const kinds = ['create', 'add', 'remove', 'place', 'set', 'unplace', 'deleteRun', 'deleteCase', 'link'] as const
const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom(...kinds),
    run: fc.nat(3),
    which: fc.nat(9),
    result: fc.constantFrom(...results),
  }),
  { minLength: 5, maxLength: 40 },
)

test('whatever is done, the results of every run are those of its tests', async () => {
  const { api } = await openService()
  let made = 0
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      const { project, caseIds } = await addProject(api, `W${++made}`)
      const runs: string[] = []
      const projectId = project.id
      const perform = async ({ kind, run, which, result }: Step): Promise<unknown> => {
        const testRunId = runs[run % (runs.length || 1)] ?? 'none'
        const some = caseIds.filter((_, index) => (which >> index) & 1)
        const caseId = caseIds[which % 3]!
        if (kind === 'create') {
          const created = await api.runs.create({ projectId, name: 'R', caseIds: [...some, ...some] })
          return runs.push(created.testRun.id)
        }
        if (kind === 'add') return api.runs.update({ testRunId, caseIdsToAdd: some })
        if (kind === 'remove') return api.runs.update({ testRunId, caseIdsToRemove: [...some, ...some] })
        if (kind === 'place') return api.tests.create({ testRunId, caseId })
        if (kind === 'deleteRun') return api.runs.delete({ testRunId })
        if (kind === 'deleteCase') return which === 9 ? api.cases.delete({ caseId: caseIds[0]! }) : undefined
        if (kind === 'link') return api.milestones.create({ projectId, name: 'M', testRunIds: [testRunId] })
        const { tests } = await api.tests.list({ testRunId })
        const testId = tests[which % (tests.length || 1)]?.id ?? 'none'
        return kind === 'set' ? api.tests.update({ testId, result }) : api.tests.delete({ testId })
      }
      // In parallel, so that they share transactions. A refused operation must leave no trace in them.
      for (let start = 0; start < plan.length; start += 4)
        await Promise.allSettled(plan.slice(start, start + 4).map(perform))

      const counted = (await api.runs.list({ projectId, relations: ['tests'] })).testRuns
      for (const { results: counters, tests } of counted) {
        const recount = Object.fromEntries(results.map((one) => [one, tests!.filter((t) => t.result === one).length]))
        expect(counters).toEqual({ total: tests!.length, ...recount })
      }
    }),
    { numRuns: engine().name === 'SQLite' ? 60 : 15 },
  )
})
