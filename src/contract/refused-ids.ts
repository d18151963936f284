import { RejectedError } from '../errors.ts'

/**
 * Which ids of a list in a request the service refused; none where it refused anything else. It begins each issue with the id, so
 * that an error can name what a user knows in the place of `caseIds[17]`. DECISIONS H1
 */
export const refusedIds = (error: unknown, ids: readonly string[]): string[] => {
  const first = ({ message }: { message: string }) => message.split(' ', 1)[0]
  const refused = new Set(error instanceof RejectedError ? error.issues?.map(first) : [])
  return ids.filter((id) => refused.has(id))
}
