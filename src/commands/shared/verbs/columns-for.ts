import type { Context } from '../../../composition/context.ts'
import type { Printer } from '../../../output/printer.ts'

/** The columns of a table: `few` on a terminal, which has no room for all of them, unless some are asked for. */
export const columnsFor = <T extends string>(
  { flags }: Context,
  { format }: Printer,
  { all, few }: { all: readonly T[]; few: readonly T[] },
): readonly T[] => (format === 'table' && flags().columns === undefined ? few : all)
