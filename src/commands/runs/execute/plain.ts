import type { Context } from '../../../composition/context.ts'

/** Whether a session is told in sentences: by the flag, by the environment, or because the terminal can do nothing else. */
export const wantsPlain = ({ io, flags }: Pick<Context, 'io' | 'flags'>, { plain }: { plain?: boolean }): boolean =>
  plain === true ||
  flags().progress === 'plain' ||
  !['', '0', undefined].includes(io.env['ACCESSIBLE']) ||
  io.env['TERM'] === 'dumb'
