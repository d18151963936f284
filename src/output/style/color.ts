import type { Io, OutputStream } from '../../system/io.ts'

/** The meanings that have colours: the four results, how much a text matters, and the parts of JSON. */
export type Tone =
  | 'passed'
  | 'failed'
  | 'inProgress'
  | 'untested'
  | 'heading'
  | 'faint'
  | 'error'
  | 'key'
  | 'string'
  | 'literal'

/** Colours a text; `plain` leaves it unchanged. */
export type Palette = (tone: Tone, text: string) => string
export const plain: Palette = (_, text) => text

/** Returns the flag `--color`, or the setting (`usual`) if no environment variable decides either. DECISIONS 290 */
export const chooseColor = async (
  typed: string | undefined,
  { env, usual }: { env: Io['env']; usual: () => Promise<string | undefined> },
): Promise<string | undefined> =>
  typed ?? (['NO_COLOR', 'FORCE_COLOR', 'CLICOLOR_FORCE'].some((name) => env[name]) ? undefined : usual())

/**
 * Whether a stream gets colours: the flag, then `NO_COLOR`, then `FORCE_COLOR` and `CLICOLOR_FORCE`, then whether it is
 * a terminal that has any.
 */
export const wantsColor = ({
  choice,
  env,
  stream,
}: {
  choice?: string | undefined
  env: Io['env']
  stream: Pick<OutputStream, 'isTTY'>
}): boolean => {
  if (choice === 'always' || choice === 'never') return choice === 'always'
  if (env['NO_COLOR']) return false
  const forced = env['FORCE_COLOR'] || env['CLICOLOR_FORCE']
  if (forced) return forced !== '0' && forced !== 'false'
  return stream.isTTY === true && env['TERM'] !== 'dumb'
}

/** Returns the palette of a stream. Loads the colours only if they are wanted. */
export const choosePalette = async ({
  load,
  ...wanted
}: Parameters<typeof wantsColor>[0] & {
  load: () => Promise<Palette>
}): Promise<Palette> => (wantsColor(wanted) ? load() : plain)
