import type { Api } from '../../contract/index.ts'
import { NotFoundError } from '../../errors.ts'
import { isOwn } from '../comment-marker.ts'
import { messageInComment } from './message.ts'

/** Reads the first line of why a test failed: from the comment of the last submission, or from the last comment. */
export const readFailure = async (api: Api, identifier: string | undefined): Promise<string | undefined> => {
  if (identifier === undefined) return undefined
  const comments = await readComments(api, identifier)
  const told = messageInComment({ remarks: comments.filter(({ content }) => isOwn(content)) })
  return told?.message ?? comments.at(-1)?.content.trim().split('\n', 1)[0]
}

/** Reads the comments of a test; none if the test was deleted meanwhile. */
const readComments = async (api: Api, identifier: string) => {
  try {
    return (await api.tests.get({ identifier, relations: ['comments'] })).test.comments ?? []
  } catch (error) {
    if (error instanceof NotFoundError) return []
    throw error
  }
}
