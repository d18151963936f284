import type { Context } from '../../../composition/context.ts'
import type { Printer } from '../../../output/printer.ts'

/** Returns the columns of a table: `few` on a terminal, which has no room for all, unless `--columns` was given. */
export const columnsFor = <T extends string>(
  { flags }: Context,
  { format }: Printer,
  { all, few }: { all: readonly T[]; few: readonly T[] },
): readonly T[] => (format === 'table' && flags().columns === undefined ? few : all)
