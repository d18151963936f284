import { describe, expect, expectTypeOf, test } from 'vitest'
import { type Api, endpoints } from '../../src/contract/index.ts'
import { relations } from '../../src/contract/vocabulary.ts'

// The tables of the interface (section 4), copied by hand. The contract is compared with them.
const interfaceRoutes = [
  'GET /v1/projects',
  'PUT /v1/projects',
  'POST /v1/projects/:projectId',
  'DELETE /v1/projects/:projectId',
  'GET /v1/cases/:projectId',
  'PUT /v1/cases/:projectId',
  'POST /v1/cases/:caseId',
  'DELETE /v1/cases/:caseId',
  'GET /v1/cases/case/:identifier',
  'GET /v1/test-runs/:projectId',
  'PUT /v1/test-runs/:projectId',
  'POST /v1/test-runs/:testRunId',
  'DELETE /v1/test-runs/:testRunId',
  'GET /v1/test-runs/test-run/:identifier',
  'GET /v1/tests/:testRunId',
  'PUT /v1/tests/:testRunId',
  'POST /v1/tests/:testId',
  'DELETE /v1/tests/:testId',
  'GET /v1/tests/test/:identifier',
  'GET /v1/milestones/:projectId',
  'PUT /v1/milestones/:projectId',
  'POST /v1/milestones/:milestoneId',
  'DELETE /v1/milestones/:milestoneId',
  'GET /v1/milestones/milestone/:identifier',
  'PUT /v1/comments/:resourceId',
  'DELETE /v1/comments/:commentId',
]

const bodies: Record<string, string[]> = {
  'PUT /v1/projects': ['name', 'identifier', 'icon', 'color'],
  'POST /v1/projects/:projectId': ['name?', 'identifier?', 'icon?', 'color?'],
  'PUT /v1/cases/:projectId': ['name', 'preconditions', 'steps', 'customFields?'],
  'POST /v1/cases/:caseId': ['name?', 'preconditions?', 'steps?', 'customFields?'],
  'PUT /v1/test-runs/:projectId': ['name', 'milestoneId?', 'caseIds'],
  'POST /v1/test-runs/:testRunId': ['name?', 'milestoneId?', 'caseIdsToAdd?', 'caseIdsToRemove?'],
  'PUT /v1/tests/:testRunId': ['caseId'],
  'POST /v1/tests/:testId': ['assignedTo?', 'result?'],
  'PUT /v1/milestones/:projectId': ['name', 'testRunIds'],
  'POST /v1/milestones/:milestoneId': ['name?', 'testRunIds?'],
  'PUT /v1/comments/:resourceId': ['content'],
}

test('the contract has the 26 endpoints of the interface', () => {
  expect(endpoints().map(([, , row]) => row.route)).toEqual(interfaceRoutes)
})

test('no route has more than one parameter', () => {
  expect(endpoints().filter(([, , { route }]) => route.split(':').length > 2)).toEqual([])
})

test.each(Object.entries(bodies))('%s takes %j', (route, fields) => {
  const row = endpoints().find(([, , one]) => one.route === route)?.[2]
  const inPath = [...route.matchAll(/:(\w+)/g)].map(([, name]) => name)
  const shape = Object.entries(row?.request.shape ?? {}).filter(([name]) => !inPath.includes(name))
  expect(shape.map(([name, schema]) => (schema._zod.def.type === 'optional' ? `${name}?` : name))).toEqual(fields)
})

describe('the relations of each read are those of the interface', () => {
  test.each([
    ['projects list', relations.projects.list, ['cases', 'milestones', 'test_runs']],
    ['cases list', relations.cases.list, ['comments']],
    ['cases get', relations.cases.get, ['project', 'comments']],
    ['runs list', relations.runs.list, ['tests']],
    ['runs get', relations.runs.get, ['tests']],
    ['tests list', relations.tests.list, ['case', 'comments']],
    ['tests get', relations.tests.get, ['case', 'comments', 'test_run']],
    ['milestones list', relations.milestones.list, ['test_runs', 'tests']],
    ['milestones get', relations.milestones.get, ['test_runs', 'tests']],
  ] as const)('%s', (name, ours, theirs) => {
    expect(ours).toEqual(theirs)
    const [noun, verb] = name.split(' ')
    const row = endpoints().find((one) => one[0] === noun && one[1] === verb)?.[2]
    expect(row?.request.shape['relations']?._zod.def.type).toBe('optional')
  })
})

test('an Api has the types of the interface', () => {
  expectTypeOf<Parameters<Api['tests']['update']>[0]['result']>().toEqualTypeOf<
    'untested' | 'inProgress' | 'passed' | 'failed' | undefined
  >()
  expectTypeOf<Parameters<Api['cases']['list']>[0]['customFields']>().toEqualTypeOf<
    Record<string, string> | undefined
  >()
  expectTypeOf<Awaited<ReturnType<Api['runs']['delete']>>['ok']>().toEqualTypeOf<true>()
  expectTypeOf<Awaited<ReturnType<Api['tests']['get']>>['test']['caseId']>().toEqualTypeOf<string>()
})
