import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { addExportFlags, checkExports, type ExportFlags, wantsExports } from '../shared/runs/exports.ts'
import { addGateFlags, chooseGate, type GateFlags } from '../shared/runs/gate-flags.ts'
import { addNameFlag, chooseRun, runHandle } from '../shared/runs/find.ts'
import { verb } from '../shared/verbs/index.ts'
import { addWebFlag, openPageOf } from '../shared/verbs/web.ts'
import { gateErrorOf } from '../shared/runs/gate-error.ts'
import { showState, stateFields } from '../shared/runs/state.ts'

type Flags = GateFlags & ExportFlags & { name?: string; web?: boolean }

/** Adds `runs status`: the results of a run, and whether it meets a gate. */
export const defineStatus = (group: Command, context: Context): void => {
  const command = verb(group, 'status [run]', {
    summary: 'Show how many tests of a run passed and failed, and check a gate',
    prints: stateFields,
    examples: [
      'testctl runs status WEB-R7',
      'testctl runs status WEB-R7 --max-failed 2 --min-passed 30',
      "testctl runs status -p WEB --name 'Nightly 7' --max-failed 2",
      'testctl runs status WEB-R7 --junit-out results.xml --summary summary.md',
    ],
  })
  command.addHelpText('after', () => explanation)
  addWebFlag(addExportFlags(addGateFlags(addNameFlag(command)))).action(
    async (typed: string | undefined, flags: Flags) => {
      if (flags.web) return openPageOf(context, 'runs', typed ?? runHandle(await chooseRun(context, typed, flags)))
      const gate = chooseGate(flags)
      checkExports(context, flags)
      const run = await chooseRun(context, typed, flags)
      const { readState, judgeGate } = await context.runs()
      const state = await readState(await context.api(), run, {
        remarks: wantsExports(context, flags),
        progress: context.progress,
      })
      const judged = { ...state, verdict: gate && judgeGate(state.counts, gate) }
      await showState(context, flags, judged)
      const unmet = gateErrorOf(judged)
      if (unmet) throw unmet
    },
  )
}

const explanation = `
Without a gate the exit code is 0, whatever the results are. With --gate,
--max-failed or --min-passed it is 8 if the run does not meet them. A run
without tests meets no gate: nothing was tested. --quiet prints the identifiers
of the failed tests.`
