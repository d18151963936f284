import type { Announced } from '../output/printed-kind.ts'
import type { Printer } from '../output/printer.ts'
import type { Deps } from './deps.ts'
import { createDryRun, type DryRun } from './dry-run.ts'
import { createOutcome } from './outcome.ts'
import type { Printers } from './printers.ts'

/** How a command tells what it did, or with `--dry-run` would do. */
export type Answers = {
  /** Prints what the command did. An outcome that cannot be printed is reported at the end; a dry run has none. */
  printer: () => Promise<Printer>
  /** The same for a command that needs no setting: those that cannot be read do not stop it. DECISIONS 287 */
  ownPrinter: () => Promise<Printer>
  /** With `--dry-run`, for a command that tells its plan itself, in the place of the requests that it would send. */
  planPrinter: () => Promise<Printer>
  /** One whose answers go to stderr, for a command whose stdout belongs to another program. */
  asidePrinter: () => Promise<Printer>
  /** Called where only the request tells that something is changed. */
  noteChange: () => void
  /** Whether the answer of a change could not be printed. DECISIONS 286 */
  isUnprinted: () => boolean
  /** What a dry run notes. */
  dryRun: DryRun
  /** Prints the requests that a dry run noted, also those before a failure; throws where an answer could not be printed. */
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
      dryRun.tellItself()
      // The plan for a store needs no service. Where a key cannot be read, none would be sent either.
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
