import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { Comment, Deletion } from '../models.ts'

export const comments = {
  create: endpoint(
    'PUT /v1/comments/:resourceId',
    () => ({ resourceId: field.id(), content: field.content() }),
    () => ({ comment: Comment() }),
  ),
  delete: endpoint('DELETE /v1/comments/:commentId', () => ({ commentId: field.id() }), Deletion),
}
