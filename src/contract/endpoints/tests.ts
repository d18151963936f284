import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { Deletion, Pagination, Result, Test, TestWithRun } from '../models.ts'
import { relations } from '../vocabulary.ts'

export const tests = {
  list: endpoint(
    'GET /v1/tests/:testRunId',
    () => ({ testRunId: field.id(), ...field.pageFields(), relations: field.relationsField(relations.tests.list) }),
    () => ({ tests: z.array(Test()), pagination: Pagination() }),
  ),
  create: endpoint(
    'PUT /v1/tests/:testRunId',
    () => ({ testRunId: field.id(), caseId: field.id() }),
    () => ({ test: Test() }),
  ),
  update: endpoint(
    'POST /v1/tests/:testId',
    () => ({ testId: field.id(), assignedTo: z.optional(field.line()), result: z.optional(Result()) }),
    () => ({ test: Test() }),
    { echoes: ['result'] },
  ),
  delete: endpoint('DELETE /v1/tests/:testId', () => ({ testId: field.id() }), Deletion),
  get: endpoint(
    'GET /v1/tests/test/:identifier',
    () => ({ identifier: field.identifier(), relations: field.relationsField(relations.tests.get) }),
    () => ({ test: TestWithRun() }),
  ),
}
