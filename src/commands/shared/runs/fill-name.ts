import type { Context } from '../../../composition/context.ts'

/** The name of a run as it was typed, with `{branch}`, `{date}` and the like filled in. DECISIONS 416 */
export const fillRunName = async ({ io, submission }: Context, typed: string): Promise<string> =>
  // The submission is loaded only where it has something to do.
  typed.includes('{') ? (await submission()).fillTemplate(typed, { env: io.env, now: io.now(), cwd: io.cwd }) : typed
