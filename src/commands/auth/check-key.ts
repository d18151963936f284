import type { Context } from '../../composition/context.ts'
import { UnauthorizedError } from '../../errors.ts'

/** Checks with the smallest request whether a service accepts a key. If not, throws an UnauthorizedError with the message `refused`. */
export const checkKey = async (
  context: Context,
  service: { url: string; key: string },
  { refused, hint }: { refused: string; hint: string },
): Promise<void> => {
  const api = await context.connectTo(service)
  try {
    await api.projects.list({ limit: 1 })
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error
    throw new UnauthorizedError(refused, { status: error.status, hint, cause: error })
  }
}
