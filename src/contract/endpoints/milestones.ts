import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { Deletion, Milestone, Pagination } from '../models.ts'
import { relations } from '../vocabulary.ts'

export const milestones = {
  list: endpoint(
    'GET /v1/milestones/:projectId',
    () => ({
      projectId: field.id(),
      ...field.pageFields(),
      relations: field.relationsField(relations.milestones.list),
    }),
    () => ({ milestones: z.array(Milestone()), pagination: Pagination() }),
  ),
  create: endpoint(
    'PUT /v1/milestones/:projectId',
    () => ({ projectId: field.id(), name: field.name(), testRunIds: field.ids() }),
    () => ({ milestone: Milestone() }),
  ),
  update: endpoint(
    'POST /v1/milestones/:milestoneId',
    () => ({ milestoneId: field.id(), name: z.optional(field.name()), testRunIds: z.optional(field.ids()) }),
    () => ({ milestone: Milestone() }),
  ),
  delete: endpoint('DELETE /v1/milestones/:milestoneId', () => ({ milestoneId: field.id() }), Deletion),
  get: endpoint(
    'GET /v1/milestones/milestone/:identifier',
    () => ({ identifier: field.identifier(), relations: field.relationsField(relations.milestones.get) }),
    () => ({ milestone: Milestone() }),
  ),
}
