import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { Case, CaseWithProject, Deletion, Pagination } from '../models.ts'
import { relations } from '../vocabulary.ts'

export const cases = {
  list: endpoint(
    'GET /v1/cases/:projectId',
    () => ({
      projectId: field.id(),
      ...field.pageFields(),
      relations: field.relationsField(relations.cases.list),
      customFields: z.optional(field.customFieldsFilter()),
    }),
    () => ({ cases: z.array(Case()), pagination: Pagination() }),
  ),
  create: endpoint(
    'PUT /v1/cases/:projectId',
    () => ({
      projectId: field.id(),
      name: field.name(),
      preconditions: field.prose(),
      steps: field.steps(),
      customFields: z.optional(field.customFields()),
    }),
    () => ({ case: Case() }),
  ),
  update: endpoint(
    'POST /v1/cases/:caseId',
    () => ({
      caseId: field.id(),
      name: z.optional(field.name()),
      preconditions: z.optional(field.prose()),
      steps: z.optional(field.steps()),
      customFields: z.optional(field.customFields()),
    }),
    () => ({ case: Case() }),
  ),
  delete: endpoint('DELETE /v1/cases/:caseId', () => ({ caseId: field.id() }), Deletion),
  get: endpoint(
    'GET /v1/cases/case/:identifier',
    () => ({ identifier: field.identifier(), relations: field.relationsField(relations.cases.get) }),
    () => ({ case: CaseWithProject() }),
  ),
}
