import type { UserEnv } from '../../system/io.ts'

/** The symbols that people see; each is one column wide, but for the ASCII arrow. */
export type Symbols = typeof unicode | typeof ascii

/** Returns the symbols that the locale can show: ASCII if it is not UTF-8. */
export const chooseSymbols = (io: UserEnv): Symbols => (isUtf8(io) ? unicode : ascii)

const unicode = { passed: '✓', failed: '✗', inProgress: '»', untested: '-', ellipsis: '…', arrow: '→' } as const
const ascii = { passed: '+', failed: 'x', inProgress: '>', untested: '-', ellipsis: '~', arrow: '->' } as const

const isUtf8 = ({ env, platform }: UserEnv): boolean => {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG']
  return locale ? /utf-?8/i.test(locale) : platform === 'win32'
}
