import { statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { Command } from 'commander'
import type { StoreContents } from '../../store/maintenance/restore.ts'
import { counted } from '../../output/text/count.ts'
import { isFileAddress } from '../../config/address.ts'
import { findStore } from '../../config/store.ts'
import { UsageError } from '../../errors.ts'
import type { Context } from '../../composition/context.ts'

/** The flag of every command that cares for one store. */
export type StoreFlag = { store?: string }

/** Gives a command the flag that names the store. */
export const addStoreFlag = (command: Command): Command =>
  command.option('--store <address>', 'the store (default TESTCTL_STORE, or the service if it is a file)')

/** The address of the store: as typed, as set, or the file that is the service; a service elsewhere is a UsageError. */
export const storeAddress = async (context: Context, { store }: StoreFlag): Promise<string> => {
  const { value } = await findStore(context, {
    typed: store,
    elsewhere: () => 'go where its store is, and name that: --store file:./team.db',
  })
  return value
}

/** A file as it was typed and where it lies. An address is a UsageError. */
export const storeNamed = ({ io }: Context, typed: string): { label: string; path: string } => {
  const label = typed.replace(/^file:/i, '')
  if (/^[a-z]{2,}:\/\//i.test(label))
    throw new UsageError(`${label} is an address, not a file`, { hint: 'name a file; for the store, add --store' })
  return { label, path: isAbsolute(label) ? label : join(io.cwd, label) }
}

/** Says how much there is: `1 project, 12 cases`. */
export const sayCounts = (counts: StoreContents['counts']): string => {
  const present = Object.entries(counts).filter(([, rows]) => rows > 0)
  return present.map(([table, rows]) => counted(rows, table.slice(0, -1))).join(', ') || 'nothing'
}

/**
 * Does some work on a store, by its address, and shows how many rows it has got to. SQLite does some of it in one go: with
 * a large file that is said before.
 */
export const showRows = async <T>(
  context: Context,
  { label, store }: { label: string; store: string },
  work: (step: (rows: number) => void) => Promise<T>,
): Promise<T> => {
  const progress = context.progress(label)
  if (isLarge(context, store)) progress.show()
  try {
    return await work(progress.step)
  } finally {
    progress.done()
  }
}

// In bytes: to go through that much of a file takes SQLite a good part of a second.
const large = 32 * 1024 * 1024

const isLarge = (context: Context, store: string): boolean => {
  if (!isFileAddress(store)) return false
  return (statSync(storeNamed(context, store).path, { throwIfNoEntry: false })?.size ?? 0) >= large
}

/** Prints what came of it: the sentences for people, one word or nothing with `--quiet`, the whole in JSON. */
export const tellProgress = async (
  context: Context,
  value: unknown,
  { quiet, lines }: { quiet?: string | undefined; lines: readonly string[] },
): Promise<void> => {
  const printer = await context.printer()
  await printer.answer(value, printer.format === 'quiet' ? (quiet === undefined ? [] : [quiet]) : lines)
}
