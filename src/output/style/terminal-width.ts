import type { Io, OutputStream } from '../../system/io.ts'

/** The columns of a terminal; `COLUMNS` if it does not tell, else 80. */
export const terminalWidth = ({ columns }: OutputStream, env: Io['env']): number =>
  columns || Number(env['COLUMNS']) || 80
