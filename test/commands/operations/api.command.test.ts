import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints, type Api } from '../../../src/contract/index.ts'
import { createService } from '../../../src/service/index.ts'
import { openStore } from '../../../src/store/index.ts'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld

/** Replaces values that differ from call to call, such as times, by their type. */
const settled = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, inner: unknown) =>
      /^(createdAt|updatedAt|createdBy|updatedBy|requestId|duration)$/.test(key) ? typeof inner : inner,
    ),
  )

const withoutId = (value: unknown): unknown => {
  const [[name, resource] = ['', {}]] = Object.entries(value as Record<string, object>)
  return { [name]: { ...resource, id: 'new' } }
}

describe('each operation does what the Api does', () => {
  let other: SeededWorld
  let api: Api
  let close: () => Promise<void>
  const idOf: Record<string, string> = {}
  const begin = async () => {
    world = await createSeededWorld()
    other = await createSeededWorld()
    const store = await openStore(`file:${other.folder}/team.db`)
    api = createService(store, () => new Date())('ana')
    close = store.close
  }
  const end = async () => {
    await close()
    await world.remove()
    await other.remove()
  }
  // Every seeded world has the same ids.
  beforeAll(async () => {
    await begin()
    const { projects } = await api.projects.list({})
    for (const { identifier, id } of projects) idOf[identifier] = id
    for (const identifier of ['C1', 'C2', 'C13', 'C14', 'R1', 'R2', 'R7', 'T1', 'T6', 'T7', 'M1', 'M2'])
      idOf[identifier] = await other.idOf(`WEB-${identifier}`)
    const { case: commented } = await api.cases.get({ identifier: 'WEB-C1', relations: ['comments'] })
    idOf['comment'] = commented.comments?.[0]?.id ?? ''
    await end()
  })
  beforeEach(begin)
  afterEach(end)

  type Call = (api: Api) => Promise<unknown>
  const of = (name: string): string => idOf[name] ?? ''
  const steps = [{ action: 'Open', expectation: 'It opens' }]
  const calls: [operation: string, flags: () => string, call: Call][] = [
    ['projects.list', () => '--limit 1 --relations cases', (a) => a.projects.list({ limit: 1, relations: ['cases'] })],
    [
      'projects.create',
      () => '--name New --identifier NEW --icon globe --color red',
      (a) => a.projects.create({ name: 'New', identifier: 'NEW', icon: 'globe', color: 'red' }),
    ],
    [
      'projects.update',
      () => '--project-id WEB --color blue',
      (a) => a.projects.update({ projectId: of('WEB'), color: 'blue' }),
    ],
    ['projects.delete', () => '--project-id OLD', (a) => a.projects.delete({ projectId: of('OLD') })],
    [
      'cases.list',
      () => `--project-id WEB --offset 1 --custom-fields '{"area":"login"}'`,
      (a) => a.cases.list({ projectId: of('WEB'), offset: 1, customFields: { area: 'login' } }),
    ],
    [
      'cases.create',
      () =>
        `-p WEB --name New --preconditions P --steps '${JSON.stringify(steps)}' --custom-fields '{"a":[1,null,true]}'`,
      (a) =>
        a.cases.create({
          projectId: of('WEB'),
          name: 'New',
          preconditions: 'P',
          steps,
          customFields: { a: [1, null, true] },
        }),
    ],
    [
      'cases.update',
      () => `--case-id WEB-C2 -f name=Other --input '{"preconditions":"P"}'`,
      (a) => a.cases.update({ caseId: of('C2'), name: 'Other', preconditions: 'P' }),
    ],
    ['cases.get', () => '--identifier web-c2', (a) => a.cases.get({ identifier: 'WEB-C2' })],
    [
      'runs.list',
      () => `--project-id ${of('WEB')} --relations tests`,
      (a) => a.runs.list({ projectId: of('WEB'), relations: ['tests'] }),
    ],
    [
      'runs.create',
      () => '-p WEB --name New --case-ids WEB-C1,C2 --case-ids C13 --milestone-id M1',
      (a) =>
        a.runs.create({
          projectId: of('WEB'),
          name: 'New',
          caseIds: [of('C1'), of('C2'), of('C13')],
          milestoneId: of('M1'),
        }),
    ],
    [
      'runs.update',
      () => `--test-run-id WEB-R1 --case-ids-to-add ${of('C13')} --case-ids-to-remove WEB-C1`,
      (a) => a.runs.update({ testRunId: of('R1'), caseIdsToAdd: [of('C13')], caseIdsToRemove: [of('C1')] }),
    ],
    ['runs.get', () => '--identifier R7 -p WEB', (a) => a.runs.get({ identifier: 'WEB-R7' })],
    ['runs.delete', () => '--test-run-id WEB-R2', (a) => a.runs.delete({ testRunId: of('R2') })],
    [
      'tests.list',
      () => '--test-run-id WEB-R7 --relations case,comments --limit 3',
      (a) => a.tests.list({ testRunId: of('R7'), relations: ['case', 'comments'], limit: 3 }),
    ],
    [
      'tests.create',
      () => '--test-run-id WEB-R7 --case-id WEB-C13',
      (a) => a.tests.create({ testRunId: of('R7'), caseId: of('C13') }),
    ],
    [
      'tests.update',
      () => `--test-id WEB-T7 --result failed --assigned-to ''`,
      (a) => a.tests.update({ testId: of('T7'), result: 'failed', assignedTo: '' }),
    ],
    [
      'tests.get',
      () => '--identifier WEB-T7 --relations case,test_run',
      (a) => a.tests.get({ identifier: 'WEB-T7', relations: ['case', 'test_run'] }),
    ],
    ['tests.delete', () => '--test-id WEB-T6', (a) => a.tests.delete({ testId: of('T6') })],
    ['milestones.list', () => '-p WEB', (a) => a.milestones.list({ projectId: of('WEB') })],
    [
      'milestones.create',
      () => `-p WEB --name New --test-run-ids ''`,
      (a) => a.milestones.create({ projectId: of('WEB'), name: 'New', testRunIds: [] }),
    ],
    [
      'milestones.update',
      () => '--milestone-id WEB-M2 --test-run-ids R7 -p WEB',
      (a) => a.milestones.update({ milestoneId: of('M2'), testRunIds: [of('R7')] }),
    ],
    [
      'milestones.get',
      () => '--identifier WEB-M2 --relations test_runs',
      (a) => a.milestones.get({ identifier: 'WEB-M2', relations: ['test_runs'] }),
    ],
    ['milestones.delete', () => '--milestone-id WEB-M1', (a) => a.milestones.delete({ milestoneId: of('M1') })],
    [
      'comments.create',
      () => '--resource-id WEB-C1 --content Hm',
      (a) => a.comments.create({ resourceId: of('C1'), content: 'Hm' }),
    ],
    ['comments.delete', () => `--comment-id ${of('comment')}`, (a) => a.comments.delete({ commentId: of('comment') })],
    ['cases.delete', () => '--case-id WEB-C14', (a) => a.cases.delete({ caseId: of('C14') })],
  ]

  test('none is left out', () =>
    expect(calls.map(([name]) => name).sort()).toEqual(
      endpoints()
        .map(([noun, verb]) => `${noun}.${verb}`)
        .sort(),
    ))

  test.each(calls)('%s', async (operation, flags, call) => {
    const ours = settled(JSON.parse(await world.prints(`testctl api ${operation} ${flags()}`)))
    const theirs = settled(await call(api))
    const pair = operation.endsWith('.create') ? [ours, theirs].map(withoutId) : [ours, theirs]
    // Tests that the calls created have different ids in the two worlds.
    expect(hideNew(pair[0])).toEqual(hideNew(pair[1]))
  })

  const hideNew = (value: unknown): unknown => {
    const known = new Set(Object.values(idOf))
    return JSON.parse(
      JSON.stringify(value, (_, inner: unknown) =>
        typeof inner === 'string' && /^[0-9a-f]{8}-/.test(inner) && !known.has(inner) ? 'ID' : inner,
      ),
    )
  }
})
