import type { Io, OutputStream } from '../../system/io.ts'

/** How many columns a terminal has: what `COLUMNS` says where the terminal itself says nothing, else 80. */
export const terminalWidth = ({ columns }: OutputStream, env: Io['env']): number =>
  columns || Number(env['COLUMNS']) || 80
