import { type Command, CommanderError } from 'commander'
import { type Context, createContext } from './composition/context.ts'
import {
  CommandError,
  exitCodes,
  InterruptedError,
  OutputClosedError,
  TerminatedError,
  TestctlError,
} from './errors.ts'
import { readFlags } from './cli/flags.ts'
import type { Io } from './system/io.ts'
import { formatProblem } from './output/error-message.ts'
import { silence } from './output/status-line/index.ts'
import { createWriter, type Writer } from './output/writer.ts'
import { printedBy } from './output/printed-kind.ts'
import { createProgram } from './program.ts'

export { processIo } from './system/io.ts'

/** Runs one command line; the only place where an error becomes text and an exit code. Never throws. */
export const main = async (io: Io): Promise<number> => {
  const { exitCode, meant } = await run(io)
  return meant ? (await run({ ...io, argv: meant })).exitCode : exitCode
}

/** How a command line ended; `meant` is the one that was meant by one that commander refuses. */
const run = async (io: Io): Promise<{ exitCode: number; meant?: readonly string[] | undefined }> => {
  const context = createContext(io)
  // Commander prints without waiting; whether that worked is known when it has ended.
  const pages = createWriter({ stream: () => io.stdout, stop: io.stop })
  const program = createProgram(context, { alone: true, print: pages.write })
  try {
    program.hook('preAction', (_, command) => context.useFlags(readFlags(command), printedBy(command)))
    await program.parseAsync(io.argv, { from: 'user' })
    await context.finish()
    return { exitCode: context.endsBySignal() ? exitCodes.done : endOf(io) }
  } catch (error) {
    silence(io)
    const { failure, meant } = await failureOf(error, { context, program, pages })
    if (meant) return { exitCode: exitCodes.usage, meant }
    // What a dry run had noted before it failed is shown as well.
    await context.finish({ failed: true }).catch(() => undefined)
    return { exitCode: failure === undefined ? exitCodes.done : await report(context, failure) }
  } finally {
    silence(io)
    await context.close()
  }
}

type Failure = { failure: unknown; meant?: readonly string[] | undefined }

/** What there is to report of what was thrown; undefined where it was only the end of a page of help. DECISIONS 81 */
const failureOf = async (
  error: unknown,
  { context, program, pages }: { context: Context; program: Command; pages: Writer },
): Promise<Failure> => {
  if (isHelp(error)) return { failure: await pages.flush().catch((unwritten: unknown) => unwritten) }
  if (!(error instanceof CommanderError)) return { failure: error }
  const { understand } = await context.habits()
  const whole = () => createProgram(context, { whole: true })
  const { argv: meant, error: failure } = understand(error, { program, whole, argv: context.io.argv })
  return { failure, meant }
}

/** A command that finished after its reader had left, or after a signal, still says so in its exit code. */
const endOf = ({ stop }: Io): number =>
  stop.aborted && stop.reason instanceof TestctlError ? stop.reason.exitCode : exitCodes.done

const report = async (context: Context, thrown: unknown): Promise<number> => {
  const { io } = context
  const error = stoppedBy(io.stop, thrown)
  const exitCode = error instanceof TestctlError ? error.exitCode : exitCodes.bug
  const isSilent = error instanceof OutputClosedError || (isEnd(error) && error.message === '')
  if (!isSilent) io.stderr.write(formatProblem(error, { ...formOf(io), palette: await context.errorPalette() }))
  return exitCode
}

/** What may end without a word: a command that has said itself what happened, and Ctrl-C where it is the way out. */
const isEnd = (error: unknown): error is Error => error instanceof CommandError || error instanceof InterruptedError

/** What went wrong because of a signal is still told, but ends as the signal does: an unknown outcome, say. */
const stoppedBy = ({ aborted, reason }: AbortSignal, thrown: unknown): unknown => {
  if (!aborted || !(thrown instanceof TestctlError)) return thrown
  const { message, hint, issues, status } = thrown
  const details = { hint, issues, status, cause: thrown }
  if (reason instanceof InterruptedError && !(thrown instanceof InterruptedError))
    return new InterruptedError(message, details)
  if (reason instanceof TerminatedError && !(thrown instanceof TerminatedError))
    return new TerminatedError(message, details)
  return thrown
}

const isHelp = (error: unknown): boolean =>
  error instanceof CommanderError &&
  ['commander.help', 'commander.helpDisplayed', 'commander.version'].includes(error.code)

// The flags may not have been understood when the error happened, so the words themselves are asked.
const formOf = ({ argv }: Io): { json: boolean; verbose: boolean } => {
  const words = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv
  return {
    json: words.some((word) => /^--(nd)?json$/.test(word)),
    verbose: words.includes('-v') || words.includes('--verbose'),
  }
}
