import type { Io, OutputStream } from '../../system/io.ts'

/** What colours mean here: the four results, how much a text matters, and the parts of JSON. */
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

/** Colours a text; the plain one leaves it alone. */
export type Palette = (tone: Tone, text: string) => string
export const plain: Palette = (_, text) => text

/** What is chosen for colours: the setting (`usual`) counts where neither the flag nor a variable says. DECISIONS 290 */
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

/** The palette of a stream. What it is made of is loaded only where colours are wanted. */
export const choosePalette = async ({
  load,
  ...wanted
}: Parameters<typeof wantsColor>[0] & {
  load: () => Promise<Palette>
}): Promise<Palette> => (wantsColor(wanted) ? load() : plain)
