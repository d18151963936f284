import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { GateError } from '../errors.ts'
import type { Line } from '../output/line.ts'
import { chooseSymbols } from '../output/symbols.ts'
import { agoFrom } from '../output/time.ts'
import type { State } from '../verdict/state.ts'
import { addExportFlags, checkExports, type ExportFlags, wantsExports, writeExports } from './exports.ts'
import { addGateFlags, chooseGate, type GateFlags } from './gates.ts'
import { addNameFlag, chooseRun, handleOf } from './run.ts'
import { verb } from './verb.ts'

type Flags = GateFlags & ExportFlags & { name?: string }

/** Adds `runs status`: what a run holds, and whether that is good enough. */
export const defineStatus = (group: Command, context: Context): void => {
  const command = verb(group, 'status [run]', {
    summary: 'Show how many tests of a run passed and failed, and hold them against a gate',
    examples: [
      'testctl runs status WEB-R7',
      'testctl runs status WEB-R7 --max-failed 2 --min-passed 30',
      "testctl runs status -p WEB --name 'Nightly 7' --max-failed 2",
      'testctl runs status WEB-R7 --junit-out results.xml --summary summary.md',
    ],
  })
  command.addHelpText('after', () => explanation)
  addExportFlags(addGateFlags(addNameFlag(command))).action(async (typed: string | undefined, flags: Flags) => {
    const gate = chooseGate(flags)
    checkExports(context, flags)
    const run = await chooseRun(context, typed, flags.name)
    const { readState, judge } = await context.verdict()
    const state = await readState(await context.api(), run, {
      remarks: wantsExports(context, flags),
      progress: context.progress,
    })
    const judged = { ...state, verdict: gate && judge(state.counts, gate) }
    await showState(context, flags, judged)
    const unmet = gateErrorOf(judged)
    if (unmet) throw unmet
  })
}

const explanation = `
The exit code is 0 whatever the tests came to, unless a gate is given that the
run does not meet. A run without tests meets no gate: nothing was tested. With
--quiet the tests that failed are printed.`

/** Prints what a run holds, with the verdict on it, and writes it into the files that were asked for. */
export const showState = async (context: Context, flags: ExportFlags, state: State): Promise<void> => {
  const printer = await context.printer()
  const { failed, ...answer } = answerOf(state)
  const lines =
    printer.format === 'quiet'
      ? failed.map(({ identifier, id }) => identifier ?? id)
      : printer.format === 'table'
        ? await screenLines(context, state)
        : (await context.verdict()).stateLines(state, {})
  await printer.answer({ ...answer, failed }, lines)
  await writeExports(context, flags, { state })
}

/** What a run holds, as JSON has it. */
export const answerOf = ({ run, counts, tests, verdict }: State) => ({
  run: { id: run.id, identifier: run.identifier, name: run.name },
  results: counts,
  gate: verdict ?? null,
  failed: tests.flatMap(({ id, identifiers: [identifier], name, result, assignedTo }) =>
    result === 'failed' ? [{ id, identifier, name, assignedTo }] : [],
  ),
})

/** On a terminal also who has what is open, and what happened last. */
const screenLines = async ({ io, verdict }: Context, state: State): Promise<Line[]> => {
  const { boardLines, lastTurns } = await verdict()
  const columns = io.stdout.columns || 80
  const sight = { symbols: chooseSymbols(io), columns, most: 20, ago: agoFrom(io.now()) }
  return boardLines({ state, turns: lastTurns(state.tests, 5) }, sight)
}

/** The error that a command about a run ends with where its gate is not met. */
export const gateErrorOf = (state: State): GateError | undefined => {
  const { run, verdict } = state
  if (!verdict || verdict.met) return undefined
  return new GateError(`the gate of ${handleOf(run)} is not met: ${verdict.reasons.join('; ')}`, {
    hint: hintOf(state),
  })
}

const hintOf = ({ run, counts }: State): string => {
  const open = counts.untested > 0 ? 'untested' : 'inProgress'
  const list = `testctl tests list ${handleOf(run)}`
  return counts.total === 0 ? list : `${list} --result ${counts.failed > 0 ? 'failed' : open}`
}
