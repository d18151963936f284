import type { Command } from 'commander'
import { parseDuration } from '../../../config/duration.ts'
import type { Context } from '../../../composition/context.ts'
import type { Progress } from '../../../output/status-line/progress.ts'
import type { ResultCounts } from '../../../runs/status/counts.ts'
import type { NamedRun } from '../../../runs/line-parts.ts'
import { judgeEnd, missedPollsWarning, unreachedError } from './end.ts'
import { awaitNamed } from './named.ts'
import { addExportFlags, checkExports, type ExportFlags, wantsExports } from '../../shared/runs/exports.ts'
import { addGateFlags, chooseGate, type GateFlags } from '../../shared/runs/gate-flags.ts'
import { addNameFlag, chooseRun, runHandle } from '../../shared/runs/find.ts'
import { showState, stateFields } from '../../shared/runs/state.ts'
import { verb } from '../../shared/verbs/index.ts'
import { timeLeft } from '../../../system/async/time-left.ts'

type Flags = GateFlags & ExportFlags & { name?: string; timeout: string; interval?: string }

/** Adds `runs wait`: waits until every test of a run is done, then prints what `runs status` prints. */
export const defineWait = (group: Command, context: Context): void => {
  const command = verb(group, 'wait [run]', {
    summary: 'Wait until every test of a run is done, then show its status',
    prints: stateFields,
    examples: ['testctl runs wait WEB-R4 --timeout 30m', 'testctl runs wait WEB-R4 --timeout 2h --interval 30s'],
  })
    .option('--timeout <duration>', 'wait at most this long, then exit 8 if tests are open (default 30m)', '30m')
    .option('--interval <duration>', 'poll interval (default 2s at first, 15s later)')
  command.addHelpText('after', () => explanation)
  addExportFlags(addGateFlags(addNameFlag(command))).action(async (typed: string | undefined, flags: Flags) => {
    const gate = chooseGate(flags)
    checkExports(context, flags)
    const left = timeLeft(parseDuration(flags.timeout, '--timeout'))
    const pause = choosePause(flags.interval, { first: 2000, most: 15_000 })
    const terms = { left, timeout: flags.timeout, pause }
    const { answeredWithin, awaitEnd, isOver, judgeGate } = await context.runs()
    const run = await chooseRun(context, typed, {
      ...flags,
      find: (look) => awaitNamed(context, look, terms),
      inTime: (work) => answeredWithin(left(), work, context.io.stop),
    })
    const printer = await context.printer()
    const progress = showProgress(context, run)
    const waited = await awaitEnd({
      api: await context.api(),
      run,
      timeoutMs: left(),
      pause,
      remarks: wantsExports(context, flags),
      io: context.io,
      onSeen: progress.show,
      onMissed: (error) => {
        if (context.flags().verbose) void printer.warn(error.message)
      },
    }).finally(progress.done)
    const { state, missed } = waited
    if (missed.length > 0) await printer.warn(missedPollsWarning(missed))
    if (!state) throw waited.seen ? unreachedError(run, waited.seen, flags.timeout) : waited.lost
    const { judged, error } = judgeEnd(state, { gate, judge: judgeGate, isOver, timeout: flags.timeout })
    await showState(context, flags, judged)
    if (error) throw error
  })
}

/** Returns the first and the longest pause between polls, in milliseconds: as typed with `--interval`, or the usual ones. */
export const choosePause = (
  typed: string | undefined,
  usual: { first: number; most: number },
): { first: number; most: number } => {
  if (typed === undefined) return usual
  const interval = parseDuration(typed, '--interval')
  return { first: interval, most: interval }
}

const explanation = `
Here --timeout limits the whole wait; TESTCTL_TIMEOUT or the configuration
limits a single request. testctl goes on waiting while the service cannot be
reached, while the run has no tests, and, with --name, while there is no run of
that name. Without a gate the exit code is 0 as soon as every test has passed or
failed.`

/** Shows how many of the tests that were open at first are done by now. */
const showProgress = (context: Context, run: NamedRun): { show: (counts: ResultCounts) => void; done: () => void } => {
  let progress: Progress | undefined
  let first: number | undefined
  let before = 0
  return {
    show: ({ total, untested, inProgress }) => {
      const open = untested + inProgress
      progress ??= context.progress(`waiting for ${runHandle(run)}`)
      if (total === 0) return
      first ??= open
      const done = Math.max(0, first - open)
      progress.step(done - before, first)
      before = done
    },
    done: () => progress?.done(),
  }
}
