import fc from 'fast-check'
import { createKeys, createService } from '../../../src/service/index.ts'
import type { Store } from '../../../src/store/index.ts'

// Any text, except NUL and lone surrogates, which the service refuses.
const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((label) => label.replaceAll('\0', ''))
const longText = fc.oneof(text, fc.constantFrom('🧪'.repeat(5000), 'ß\u0301\n\t"\'\\ % _', '\ufffd\u2028‮'))

const written = fc.record({
  name: text,
  preconditions: longText,
  steps: fc.array(fc.record({ action: longText, expectation: text }), { maxLength: 3 }),
  customFields: fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)), { maxKeys: 3 }),
})

/** Random histories of a team: its cases, runs, results, comments and deletions. */
export const histories = fc.record({
  name: text,
  cases: fc.array(written, { maxLength: 12 }),
  runs: fc.array(text, { maxLength: 3 }),
  results: fc.array(fc.constantFrom('passed' as const, 'failed' as const, 'inProgress' as const), { maxLength: 12 }),
  comments: fc.array(longText, { maxLength: 3 }),
  gone: fc.nat(3),
})

/** Carries out a history in a store. */
export const live = async (store: Store, history: typeof histories extends fc.Arbitrary<infer T> ? T : never) => {
  const api = createService(store)('Zoë')
  const { project } = await api.projects.create({ name: history.name, identifier: 'WEB', icon: '', color: '' })
  const projectId = project.id
  const ids: string[] = []
  for (const one of history.cases) ids.push((await api.cases.create({ projectId, ...one } as never)).case.id)
  await api.milestones.create({ projectId, name: history.name, testRunIds: [] })
  for (const name of history.runs) {
    const { testRun } = await api.runs.create({ projectId, name, caseIds: ids })
    const { tests } = await api.tests.list({ testRunId: testRun.id })
    for (const [at, { id: testId }] of tests.entries())
      if (history.results[at]) await api.tests.update({ testId, result: history.results[at] })
    for (const content of history.comments)
      if (tests[0]) await api.comments.create({ resourceId: tests[0].id, content })
  }
  for (const caseId of ids.slice(0, history.gone)) await api.cases.delete({ caseId })
  await createKeys({ store }).create({ name: 'ci', role: 'writer', createdBy: 'Zoë' })
}
