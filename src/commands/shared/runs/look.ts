import type { Context } from '../../../composition/context.ts'
import { chooseSymbols } from '../../../output/style/symbols.ts'
import type { TerminalLook } from '../../../runs/line-parts.ts'
import { terminalWidth } from '../../../output/style/terminal-width.ts'

/** Returns how to format lines about runs for the terminal of this command. */
export const terminalLook = async ({ io, isPlain }: Pick<Context, 'io' | 'isPlain'>): Promise<TerminalLook> => ({
  symbols: chooseSymbols(io),
  columns: terminalWidth(io.stdout, io.env),
  most: 20,
  isPlain: await isPlain(),
})
