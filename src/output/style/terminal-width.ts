import type { Io, OutputStream } from '../../system/io.ts'

/** Returns the columns of a terminal; if it does not tell, those of `COLUMNS`, else 80. */
export const terminalWidth = ({ columns }: OutputStream, env: Io['env']): number =>
  columns || Number(env['COLUMNS']) || 80
