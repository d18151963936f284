import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { Deletion, Pagination, TestRun } from '../models.ts'
import { relations } from '../vocabulary.ts'

export const runs = {
  list: endpoint(
    'GET /v1/test-runs/:projectId',
    () => ({ projectId: field.id(), ...field.pageFields(), relations: field.relationsField(relations.runs.list) }),
    () => ({ testRuns: z.array(TestRun()), pagination: Pagination() }),
  ),
  create: endpoint(
    'PUT /v1/test-runs/:projectId',
    () => ({ projectId: field.id(), name: field.name(), milestoneId: z.optional(field.id()), caseIds: field.ids() }),
    () => ({ testRun: TestRun() }),
  ),
  update: endpoint(
    'POST /v1/test-runs/:testRunId',
    () => ({
      testRunId: field.id(),
      name: z.optional(field.name()),
      milestoneId: z.optional(field.id()),
      caseIdsToAdd: z.optional(field.ids()),
      caseIdsToRemove: z.optional(field.ids()),
    }),
    () => ({ testRun: TestRun() }),
    { cumulative: ['caseIdsToAdd', 'caseIdsToRemove'] },
  ),
  delete: endpoint('DELETE /v1/test-runs/:testRunId', () => ({ testRunId: field.id() }), Deletion),
  get: endpoint(
    'GET /v1/test-runs/test-run/:identifier',
    () => ({ identifier: field.identifier(), relations: field.relationsField(relations.runs.get) }),
    () => ({ testRun: TestRun() }),
  ),
}
