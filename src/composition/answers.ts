import type { Announced } from '../output/printed-kind.ts'
import type { Printer } from '../output/printer.ts'
import type { Deps } from './deps.ts'
import { createDryRun, type DryRun } from './dry-run.ts'
import { createOutcome } from './outcome.ts'
import type { Printers } from './printers.ts'

/** The printers of a command, for what it did or, with `--dry-run`, would do. */
export type Answers = {
  /** For what the command did; in a dry run it prints no outcome. After a change, a failure to print is reported at the end. */
  printer: () => Promise<Printer>
  /** For a command that needs no settings: unreadable settings do not stop it. DECISIONS 287 */
  ownPrinter: () => Promise<Printer>
  /** Like `printer`, for a command that with `--dry-run` prints its own plan, not the requests that it would send. Masks the key in it. */
  planPrinter: () => Promise<Printer>
  /** Prints answers to stderr, for a command whose stdout belongs to another program. */
  asidePrinter: () => Promise<Printer>
  /** Notes that the command changes something, if only its request shows that. */
  noteChange: () => void
  /** Whether the answer of a change could not be printed. DECISIONS 286 */
  isUnprinted: () => boolean
  /** The requests of a dry run. */
  dryRun: DryRun
  /** Prints the requests of a dry run, also those before a failure. If an answer could not be printed, throws, or warns after a failure. */
  end: (end: { failed: boolean; key: () => Promise<string | undefined> }) => Promise<void>
}

/** Makes the printers that commands ask for. */
export const createAnswers = (
  { io, flags, settings }: Pick<Deps, 'io' | 'flags' | 'settings'>,
  { speaking, sure, aside, announced }: Printers & { announced: () => Announced },
): Answers => {
  const dryRun = createDryRun()
  const outcome = createOutcome(io.stop)
  let changed = false
  const kept = (printer: Printer): Printer =>
    (changed || announced().changes) && !flags().dryRun ? outcome.keeping(printer) : printer
  return {
    printer: async () => (flags().dryRun ? dryRun.hush(await speaking()) : kept(await speaking())),
    ownPrinter: async () => kept(await sure()),
    planPrinter: async () => {
      if (!flags().dryRun) return kept(await speaking())
      dryRun.tellItself()
      // The plan for a store needs no service. A key that cannot be read would not be sent either.
      const key = await settings.find('apiKey').catch(() => undefined)
      return dryRun.masked(await speaking(), key?.value)
    },
    asidePrinter: async () => {
      dryRun.tellItself()
      return kept(await aside())
    },
    noteChange: () => {
      changed = true
    },
    isUnprinted: outcome.isUnprinted,
    dryRun,
    end: async ({ failed, key }) => {
      if (flags().dryRun) await dryRun.tell(speaking, { failed, key })
      const unprinted = outcome.take()
      if (unprinted && failed) await (await sure()).warn(unprinted.message)
      else if (unprinted) throw unprinted
    },
  }
}
