import type { Command } from 'commander'
import { timeLeft } from '../../../system/async/time-left.ts'
import { parseDuration } from '../../../config/duration.ts'
import type { Context } from '../../../composition/context.ts'
import { InterruptedError } from '../../../errors.ts'
import { judgeEnd, missedPollsWarning, unreachedError } from '../wait/end.ts'
import { addGateFlags, chooseGate, type GateFlags } from '../../shared/runs/gate-flags.ts'
import { findRun } from '../../shared/runs/find.ts'
import { verb } from '../../shared/verbs/index.ts'
import { choosePause } from '../wait/index.ts'
import { openBoard } from './board.ts'
import { checkColumns, openLines } from './lines.ts'

type Flags = GateFlags & { timeout?: string; interval?: string }

/** Adds `runs watch`: shows the changes in a run as they happen, until every test is done. DECISIONS 71 */
export const defineWatch = (group: Command, context: Context): void => {
  const command = verb(group, 'watch <run>', {
    summary: 'Watch a run until every test is done: a live board on a terminal, otherwise one line per change',
    examples: [
      'testctl runs watch WEB-R4',
      'testctl runs watch WEB-R4 --interval 10s --timeout 2h',
      'testctl runs watch WEB-R4 --ndjson | jq -r \'select(.to == "failed") | .identifier\'',
    ],
  })
    .option('--timeout <duration>', 'watch at most this long, then exit 8 if tests are open')
    .option('--interval <duration>', 'poll interval (default 2s while results change, 5s later)')
  command.addHelpText('after', () => explanation)
  addGateFlags(command).action(async (typed: string, flags: Flags) => {
    checkColumns(context)
    const gate = chooseGate(flags)
    const left = timeLeft(parseDuration(flags.timeout ?? forever, '--timeout'))
    const pause = choosePause(flags.interval, { first: 2000, most: 5000 })
    const { answeredWithin, watchRun, isOver, judgeGate } = await context.runs()
    const { io } = context
    const run = await answeredWithin(left(), findRun(context, typed), io.stop)
    const printer = await context.printer()
    const live = await printer.live()
    const view = live ? await openBoard(context, { live, gate, pause: pause.most }) : await openLines(context)
    const api = await context.api()
    const watched = await watchRun({ api, run, timeoutMs: left(), pause, io, onSeen: view.see, onMissed: view.miss })
      .finally(view.close)
      .catch((error: unknown) => {
        // On a terminal, Ctrl-C is the way to leave: exit code 130, but no error message. DECISIONS 190
        throw error instanceof InterruptedError && io.stdout.isTTY ? new InterruptedError('') : error
      })
    const { last, missed } = watched
    if (missed.length > 0) await printer.warn(missedPollsWarning(missed))
    const timeout = flags.timeout ?? forever
    if (!last) throw watched.seen ? unreachedError(run, watched.seen.state.counts, timeout) : watched.lost
    const { judged, error } = judgeEnd(last.state, { gate, judge: judgeGate, isOver, timeout })
    await view.end(judged)
    if (error) throw error
  })
}

// The longest possible wait, in hours: 24 days.
const forever = '576h'

const explanation = `
Here --timeout limits the whole time; TESTCTL_TIMEOUT or the configuration
limits a single request. testctl goes on watching while the service cannot be
reached, and while the run has no tests. Without a gate the exit code is 0 as
soon as every test has passed or failed.

If stdout is not a terminal, each change of a result is one tab-separated line:
time, test, old result, new result, name, who changed it. A new test has no old
result, a removed test no new one. --ndjson prints one object per change
("type": "change") and at the end the status of the run ("type": "end"). --json
prints one object at the end, with all changes. --quiet prints each test as soon
as it fails. A result that changes and changes back between two polls is not
seen.`
