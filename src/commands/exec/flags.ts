import { setTimeout } from 'node:timers/promises'
import { findService } from '../../config/service.ts'
import type { Context } from '../../composition/context.ts'
import { NotFoundError, UsageError } from '../../errors.ts'
import { checkDestination, destinationOf } from '../shared/submission/destination.ts'
import { checkExports } from '../shared/runs/exports.ts'
import { chooseGate } from '../shared/runs/gate-flags.ts'
import { choosePolicy, chooseRules } from '../shared/submission/rules.ts'
import type { SubmissionFlags } from '../shared/submission/flags.ts'

/** The flags of `exec`. */
export type ExecFlags = SubmissionFlags & { report: readonly string[]; summaryJson?: string }

/** Ends a line whose command does not stand after two dashes: what commander takes for arguments may stand before, too. */
export const checkWords = ({ io }: Context, words: readonly string[]): void => {
  if (io.argv[io.argv.length - words.length - 1] === '--') return
  throw new UsageError('the command comes after --', {
    hint: "testctl exec --run WEB-R7 --report 'out/*.xml' -- npm test",
  })
}

/** Ends what cannot go well before a test run of half an hour, not after it. The service may still come up meanwhile. */
export const checkFlags = async (context: Context, flags: ExecFlags): Promise<void> => {
  checkDestination(flags)
  checkExports(context, flags, { hint: 'stdout belongs to the command: name a file' })
  chooseGate(flags)
  if (flags.report.includes('-') || flags.mapping === '-')
    throw new UsageError('stdin belongs to the command', { hint: 'name a file' })
  await choosePolicy(context, flags)
  await chooseRules(context, flags)
  const { fillTemplate } = await context.submission()
  fillTemplate(flags.name ?? '', { env: context.io.env, now: context.io.now(), cwd: context.io.cwd })
  await findService(context.settings)
  await checkIsThere(context, flags)
}

/** Asks once for the store, and the run, or the project and the milestone. An outage now may be over when the command has ended. DECISIONS 43 */
const checkIsThere = async (context: Context, flags: ExecFlags): Promise<void> => {
  const looking = destinationOf(context, flags, { project: undefined }).catch((error: unknown) => {
    if (error instanceof NotFoundError || error instanceof UsageError) throw error
  })
  await Promise.race([looking, setTimeout(patience, undefined, { ref: false })])
}

// Milliseconds: a service that is slow to answer does not hold up the tests.
const patience = 5000
