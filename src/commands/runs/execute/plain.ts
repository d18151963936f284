import type { Context } from '../../../composition/context.ts'

/**
 * Whether a session is shown in sentences: because of `--plain`, `--progress plain`, ACCESSIBLE or the setting `plain`, or because
 * the terminal cannot redraw.
 */
export const wantsPlain = async (
  { io, flags, isPlain }: Pick<Context, 'io' | 'flags' | 'isPlain'>,
  { plain }: { plain?: boolean },
): Promise<boolean> => plain === true || flags().progress === 'plain' || io.env['TERM'] === 'dumb' || (await isPlain())
