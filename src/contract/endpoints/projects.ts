import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { Deletion, Pagination, Project } from '../models.ts'
import { relations } from '../vocabulary.ts'

export const projects = {
  list: endpoint(
    'GET /v1/projects',
    () => ({ ...field.pageFields(), relations: field.relationsField(relations.projects.list) }),
    () => ({ projects: z.array(Project()), pagination: Pagination() }),
  ),
  create: endpoint(
    'PUT /v1/projects',
    () => ({ name: field.name(), identifier: field.projectIdentifier(), icon: field.line(), color: field.line() }),
    () => ({ project: Project() }),
  ),
  update: endpoint(
    'POST /v1/projects/:projectId',
    () => ({
      projectId: field.id(),
      name: z.optional(field.name()),
      identifier: z.optional(field.projectIdentifier()),
      icon: z.optional(field.line()),
      color: z.optional(field.line()),
    }),
    () => ({ project: Project() }),
  ),
  delete: endpoint('DELETE /v1/projects/:projectId', () => ({ projectId: field.id() }), Deletion),
}
