import type { Context } from '../../../composition/context.ts'
import { chooseSymbols } from '../../../output/style/symbols.ts'
import type { TerminalLook } from '../../../runs/line-parts.ts'

/** How lines about runs look on the terminal of this command. */
export const terminalLook = async ({ io, isPlain }: Pick<Context, 'io' | 'isPlain'>): Promise<TerminalLook> => ({
  symbols: chooseSymbols(io),
  columns: io.stdout.columns || 80,
  most: 20,
  isPlain: await isPlain(),
})
