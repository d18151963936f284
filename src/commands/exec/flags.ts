import { setTimeout } from 'node:timers/promises'
import { findService } from '../../config/service.ts'
import type { Context } from '../../composition/context.ts'
import { InterfaceError, NotFoundError, UnauthorizedError, UsageError } from '../../errors.ts'
import { rethrowWithSuggestion } from '../shared/input/mistyped-identifier.ts'
import { checkDestination, destinationOf } from '../shared/submission/destination.ts'
import { fillRunName } from '../shared/runs/fill-name.ts'
import { checkExports } from '../shared/runs/exports.ts'
import { chooseGate } from '../shared/runs/gate-flags.ts'
import { choosePolicy, chooseRules } from '../shared/submission/rules.ts'
import { programWords, quoteWord } from '../../system/shell-line.ts'
import type { SubmissionFlags } from '../shared/submission/flags.ts'

/** The flags of `exec`. */
export type ExecFlags = SubmissionFlags & { report: readonly string[]; summaryJson?: string }

/** Throws a UsageError if the command does not come after `--`: commander would take words before it as arguments, too. */
export const checkWords = ({ io: { argv } }: Context, words: readonly string[], { run, name }: ExecFlags): void => {
  const at = argv.length - words.length
  if (argv[at - 1] === '--') return
  // They stand together at the end, or before all flags: `exec npm test --run R7`.
  const place = [at, argv.indexOf('exec') + 1].find((one) => words.every((word, index) => argv[one + index] === word))
  const intoRun = run === undefined && name === undefined ? ['--name', 'CI {date}'] : []
  const typed =
    place && [...argv.toSpliced(place, words.length), ...intoRun, '--'].map(quoteWord).concat(programWords(words))
  throw new UsageError('the command comes after --', {
    hint: typed
      ? ['testctl', ...typed].join(' ')
      : "such as: testctl exec --run WEB-R7 --report 'out/*.xml' -- npm test",
  })
}

/** Throws if the submission cannot succeed, before the test run, which may take half an hour. Ignores an outage of the service. */
export const checkFlags = async (context: Context, flags: ExecFlags): Promise<void> => {
  checkDestination(flags)
  checkExports(context, flags, { hint: 'stdout belongs to the command: name a file' })
  chooseGate(flags)
  if (flags.report.includes('-') || flags.mapping === '-')
    throw new UsageError('stdin belongs to the command', { hint: 'name a file' })
  await choosePolicy(context, flags)
  await chooseRules(context, flags)
  await fillRunName(context, flags.name ?? '')
  await findService(context)
  await checkIsThere(context, flags)
}

/**
 * Looks up the store, and the run or the project and the milestone, once. Ignores an outage, which may be over when the command has
 * ended. Throws errors that would be the same then, such as a refused key or an address without this interface. DECISIONS 43, 346
 */
const checkIsThere = async (context: Context, flags: ExecFlags): Promise<void> => {
  const looking = lookUp(context, flags).catch((error: unknown) => {
    if (certain.some((Certain) => error instanceof Certain)) throw error
  })
  await Promise.race([looking, setTimeout(patience, undefined, { ref: false })])
}

const certain = [NotFoundError, UsageError, UnauthorizedError, InterfaceError]

const lookUp = async (context: Context, flags: ExecFlags): Promise<void> => {
  const { into, project } = await destinationOf(context, flags)
  // A run that is named by its own id was not looked up yet, if its project is unknown.
  if (project !== undefined || !('run' in into)) return
  const { id } = into.run
  await (await context.api()).tests.list({ testRunId: id, limit: 1 }).catch(rethrowWithSuggestion('runs', [id]))
}

// Milliseconds: a service that is slow to answer does not hold up the tests.
const patience = 5000
