import type { Context } from '../../../composition/context.ts'

/** Fills in `{branch}`, `{date}` and the like in the name of a run. DECISIONS 416 */
export const fillRunName = async ({ io, submission }: Context, typed: string): Promise<string> =>
  // The submission module is loaded only if there is something to fill in.
  typed.includes('{') ? (await submission()).fillTemplate(typed, { env: io.env, now: io.now(), cwd: io.cwd }) : typed
