import { type Command, CommanderError } from 'commander'
import { type Context, createContext } from './composition/context.ts'
import { CommandError, exitCodes, InterruptedError, OutputClosedError, TestctlError } from './errors.ts'
import { refuseBrokenWords } from './cli/broken-words.ts'
import { carryFlags } from './cli/carried-flags.ts'
import { refuseDashedFlags } from './cli/dashes.ts'
import { refuseEmptyNames } from './cli/empty-names.ts'
import { readFlags } from './cli/flags.ts'
import { helpAfterCommand } from './cli/help-flag.ts'
import { type Io, withWords } from './system/io.ts'
import { formatProblem, type ProblemForm } from './output/error-message.ts'
import { defuseIn } from './output/text/no-command.ts'
import { statusLineOf } from './output/status-line/index.ts'
import { createWriter, type Writer } from './output/writer.ts'
import { announcedBy } from './output/printed-kind.ts'
import { createProgram } from './program.ts'
import { once } from './system/async/once.ts'
import { signalError } from './system/async/stopped.ts'
import { isOutOfFiles, outOfFiles } from './system/limits/process-limits.ts'

export { endProcess, processIo } from './system/io.ts'

/** Runs one command line; the only place where an error becomes text and an exit code. Never throws. */
export const main = async (io: Io): Promise<number> => {
  const { exitCode, meant } = await run(withWords(io, helpAfterCommand(io.argv)))
  return meant ? (await run(withWords(io, meant))).exitCode : exitCode
}

/** Runs one command line; `meant` is the one to run instead, if commander refuses this one and its meaning is clear. */
const run = async (io: Io): Promise<{ exitCode: number; meant?: readonly string[] | undefined }> => {
  const context = createContext(io)
  // Commander prints without waiting; flushing the writer at the end tells whether that worked.
  const pages = createWriter({ stream: () => io.stdout, stop: io.stop })
  const program = createProgram(context, { alone: true, print: pages.write })
  const whole = once(() => createProgram(context, { whole: true, bare: true }))
  try {
    program.hook('preAction', async (_, command) => {
      refuseBrokenWords(io.argv)
      await context.useFlags(readFlags(command), announcedBy(command))
      refuseDashedFlags(command, io.argv)
      refuseEmptyNames(command)
    })
    await program.parseAsync(io.argv, { from: 'user' })
    await context.finish()
    statusLineOf(io).end()
    return { exitCode: context.endsBySignal() ? exitCodes.done : endOf(io) }
  } catch (error) {
    const resume = statusLineOf(io).hold()
    const { failure, meant } = await failureOf(error, { context, program, whole, pages })
    if (meant) {
      resume()
      return { exitCode: exitCodes.usage, meant }
    }
    statusLineOf(io).end()
    // Also shows what a dry run recorded before it failed.
    await context.finish({ failed: true }).catch(() => undefined)
    return { exitCode: failure === undefined ? exitCodes.done : await report(context, failure, whole) }
  } finally {
    await context.close()
  }
}

type Failure = { failure: unknown; meant?: readonly string[] | undefined }

/** Returns the failure to report for a thrown error; undefined if commander only printed a help page and that worked. DECISIONS 81 */
const failureOf = async (
  error: unknown,
  { context, program, whole, pages }: { context: Context; program: Command; whole: () => Command; pages: Writer },
): Promise<Failure> => {
  if (isHelp(error)) return { failure: await pages.flush().catch((unwritten: unknown) => unwritten) }
  if (!(error instanceof CommanderError)) return { failure: error }
  const { understand } = await context.habits()
  const { argv: meant, error: failure } = understand(error, { program, whole, argv: context.io.argv })
  return { failure, meant }
}

/** Returns the exit code of a command that finished: not 0 if its reader had left or a signal had come. */
const endOf = ({ stop }: Io): number =>
  stop.aborted && stop.reason instanceof TestctlError ? stop.reason.exitCode : exitCodes.done

const report = async (context: Context, thrown: unknown, tree: () => Command): Promise<number> => {
  const { io } = context
  const error = isOutOfFiles(thrown) ? outOfFiles({ cause: thrown }) : stoppedBy(io.stop, thrown)
  const exitCode = error instanceof TestctlError ? error.exitCode : exitCodes.bug
  const isSilent = error instanceof OutputClosedError || (isEnd(error) && error.message === '')
  const complete = (hint: string): string =>
    carryFlags(hint, { argv: io.argv, tree, isCorrection: exitCode === exitCodes.usage })
  if (!isSilent) {
    const form = formOf(io)
    const defuse = defuseIn(io.env)[form.json ? 'data' : 'text']
    io.stderr.write(defuse(formatProblem(error, { ...form, complete, palette: await context.errorPalette() })))
  }
  return exitCode
}

/** Whether an error may end without a message: the command has printed its own, or Ctrl-C is the normal way out. */
const isEnd = (error: unknown): error is Error => error instanceof CommandError || error instanceof InterruptedError

/** Gives an error that a signal caused, such as an unknown outcome, the exit code of the signal; its text stays. */
const stoppedBy = (stop: AbortSignal, thrown: unknown): unknown => {
  if (!(thrown instanceof TestctlError)) return thrown
  const ended = signalError(stop, thrown.message, thrown.details)
  return ended && ended.code !== thrown.code ? ended : thrown
}

const isHelp = (error: unknown): boolean =>
  error instanceof CommanderError &&
  ['commander.help', 'commander.helpDisplayed', 'commander.version'].includes(error.code)

// The flags may not be parsed yet when the error happens, so this looks at the words themselves.
const formOf = ({ argv, stderr }: Io): Omit<ProblemForm, 'palette' | 'complete'> => {
  const words = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv
  return {
    json: words.some((word) => /^--(nd)?json$/.test(word)),
    verbose: words.includes('-v') || words.includes('--verbose'),
    columns: (stderr.isTTY && stderr.columns) || undefined,
  }
}
