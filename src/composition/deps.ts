import { defaultSettings } from '../config/setting-values.ts'
import { parseDuration } from '../config/duration.ts'
import type { Settings } from '../config/index.ts'
import type { Flags } from '../cli/flags.ts'
import type { Io } from '../system/io.ts'
import type { Expression } from '../output/jq/index.ts'

/** The dependencies of every part of a context: the process, flags, settings, `--jq`, and the list of things to close at the end. */
export type Deps = {
  io: Io
  flags: () => Flags
  settings: Settings
  /** The expression of `--jq`, if one was typed. */
  expression: () => Promise<Expression | undefined>
  /** Registers how to close something that was opened. */
  onClose: (close: () => Promise<void>) => void
}

/** Returns how long a request may take, retries included, in milliseconds. */
export const readTimeout = async (settings: Settings): Promise<number> =>
  parseDuration((await settings.find('timeout'))?.value ?? defaultSettings.timeout)

/** Returns how long to wait for a store that other processes use, in milliseconds: at most ten seconds. */
export const readStoreTimeout = async (settings: Settings): Promise<number> =>
  Math.min(await readTimeout(settings), 10_000)

/** Whether the user has a screen reader, according to ACCESSIBLE or the setting `plain`. DECISIONS 228 */
export const readPlain = async (settings: Pick<Settings, 'find'>): Promise<boolean> =>
  (await settings.find('plain'))?.value === 'always'
