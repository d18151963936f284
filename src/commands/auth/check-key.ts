import type { Context } from '../../composition/context.ts'
import { UnauthorizedError } from '../../errors.ts'

/** Asks a service for the least there is, to see whether it accepts a key; `refused` is what to say where it doesn't. */
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
