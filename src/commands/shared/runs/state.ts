import type { Context } from '../../../composition/context.ts'
import { agoFrom } from '../../../output/text/time.ts'
import type { Line } from '../../../output/cells/line.ts'
import type { RunState } from '../../../runs/status/index.ts'
import { terminalLook } from './look.ts'
import { type ExportFlags, exportRun } from './exports.ts'

/** Prints the results of a run and the verdict on it, and writes them into the files that were asked for. */
export const showState = async (context: Context, flags: ExportFlags, state: RunState): Promise<void> => {
  const printer = await context.printer()
  const { failed, ...answer } = answerOf(state)
  const lines =
    printer.format === 'quiet'
      ? failed.map(({ identifier, id }) => identifier ?? id)
      : printer.format === 'table'
        ? await screenLines(context, state)
        : (await context.runs()).stateLines(state, {})
  await printer.answer({ ...answer, failed }, lines)
  await exportRun(context, flags, { state })
}

/** The fields of the answer about the state of a run. */
export const stateFields = ['run', 'results', 'gate', 'gate.met', 'gate.reasons', 'failed']

/** Returns the state of a run as JSON shows it. */
export const answerOf = ({ run, counts, tests, verdict }: RunState) => ({
  run: { id: run.id, identifier: run.identifier, name: run.name },
  results: counts,
  gate: verdict ?? null,
  failed: tests.flatMap(({ id, identifiers: [identifier], name, result, assignedTo }) =>
    result === 'failed' ? [{ id, identifier, name, assignedTo }] : [],
  ),
})

/** Returns the lines for a terminal, which also show who has open tests, and the latest changes. */
const screenLines = async (context: Context, state: RunState): Promise<Line[]> => {
  const { boardLines, latestChanges } = await context.runs()
  const options = { ...(await terminalLook(context)), ago: agoFrom(context.io.now()) }
  return boardLines({ state, turns: latestChanges(state.tests, 5) }, options)
}
