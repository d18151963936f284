import { statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { Command } from 'commander'
import type { StoreContents } from '../../store/maintenance/restore.ts'
import { counted } from '../../output/text/count.ts'
import { isFileAddress } from '../../config/address.ts'
import { findStore } from '../../config/store.ts'
import { UsageError } from '../../errors.ts'
import type { Context } from '../../composition/context.ts'

/** The flag of every command that maintains one store. */
export type StoreFlag = { store?: string }

/** Gives a command the flag that names the store. */
export const addStoreFlag = (command: Command): Command =>
  command.option('--store <address>', 'the store (default TESTCTL_STORE, or the service if it is a file)')

/** Returns the address of the store: as typed, as set, or the service if it is a file. Throws a UsageError for a service over HTTP. */
export const storeAddress = async (context: Context, { store }: StoreFlag): Promise<string> => {
  const { value } = await findStore(context, {
    typed: store,
    elsewhere: () => 'run it on the machine with the store, and name the store: --store file:./team.db',
  })
  return value
}

/** Returns a file as it was typed, and its absolute path. Throws a UsageError for an address. */
export const storeNamed = ({ io }: Context, typed: string): { label: string; path: string } => {
  const label = typed.replace(/^file:/i, '')
  if (/^[a-z]{2,}:\/\//i.test(label))
    throw new UsageError(`${label} is an address, not a file`, { hint: 'name a file; for the store, add --store' })
  return { label, path: isAbsolute(label) ? label : join(io.cwd, label) }
}

/** Describes how much a store holds: `1 project, 12 cases`. */
export const sayCounts = (counts: StoreContents['counts']): string => {
  const present = Object.entries(counts).filter(([, rows]) => rows > 0)
  return present.map(([table, rows]) => counted(rows, table.slice(0, -1))).join(', ') || 'nothing'
}

/**
 * Does some work on the store at an address, and shows how many rows are done. SQLite does some work in one step, so for a large
 * file the progress is shown at once.
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

// In bytes. To scan a file of this size takes SQLite a good part of a second.
const large = 32 * 1024 * 1024

const isLarge = (context: Context, store: string): boolean => {
  if (!isFileAddress(store)) return false
  return (statSync(storeNamed(context, store).path, { throwIfNoEntry: false })?.size ?? 0) >= large
}

/** Prints the result: sentences for people, one word or nothing with `--quiet`, the whole value in JSON. */
export const tellProgress = async (
  context: Context,
  value: unknown,
  { quiet, lines }: { quiet?: string | undefined; lines: readonly string[] },
): Promise<void> => {
  const printer = await context.printer()
  await printer.answer(value, printer.format === 'quiet' ? (quiet === undefined ? [] : [quiet]) : lines)
}
