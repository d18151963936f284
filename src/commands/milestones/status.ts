import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import type { TestRun } from '../../contract/models.ts'
import { InterfaceError } from '../../errors.ts'
import { getByIdentifier } from '../shared/input/references.ts'
import type { MilestoneState } from '../../runs/milestone/index.ts'
import type { NamedRun } from '../../runs/line-parts.ts'
import { addGateFlags, chooseGate, type GateFlags } from '../shared/runs/gate-flags.ts'
import { runHandle } from '../shared/runs/find.ts'
import { gateErrorFor } from '../shared/runs/gate-error.ts'
import { terminalLook } from '../shared/runs/look.ts'
import { answerOf } from '../shared/runs/state.ts'
import { verb } from '../shared/verbs/index.ts'
import { requireIdentifier } from '../shared/verbs/list.ts'
import { addWebFlag, openPageOf } from '../shared/verbs/web.ts'

/** Adds `milestones status`: the results of a milestone's runs, in total and for each run, and whether it is ready. */
export const defineMilestoneStatus = (group: Command, context: Context): void => {
  const command = verb(group, 'status <milestone>', {
    summary: 'Show the results of a milestone, the tests left to do, and whether it is ready',
    examples: [
      'testctl milestones status WEB-M1',
      'testctl milestones status WEB-M1 --max-failed 3',
      "testctl milestones status WEB-M1 --json | jq '.ready'",
    ],
  })
  command.addHelpText('after', () => explanation)
  addWebFlag(addGateFlags(command)).action(async (typed: string, flags: GateFlags & { web?: boolean }) => {
    if (flags.web) return openPageOf(context, 'milestones', typed)
    const gate = chooseGate(flags)
    const { milestone, runs } = await findMilestone(context, typed)
    const { judgeGate, readMilestone } = await context.runs()
    const progress = context.progress('reading runs', runs.length)
    const reading = readMilestone(
      await context.api(),
      { milestone, runs },
      { stop: context.io.stop, onRead: () => progress.step() },
    )
    const read = await reading.finally(progress.done)
    const state = { ...read, verdict: gate && judgeGate(read.counts, gate, 'milestone') }
    await showMilestone(context, state)
    const unmet = gateErrorFor(milestone, state.verdict, hintOf(state))
    if (unmet) throw unmet
  })
}

const explanation = `
A milestone is ready if it has runs, every run has tests, and all tests passed.
Without a gate the exit code is 0, ready or not. With --gate, --max-failed or
--min-passed it is 8 if the tests of all its runs together do not meet them. A
milestone without tests meets no gate. Through a pipe each run is one
tab-separated line: identifier, number of tests, passed, failed, in progress,
untested, name. --quiet prints the identifiers of the failed tests.`

/** Reads a milestone and its runs. Throws an InterfaceError if the service leaves out the runs. */
export const findMilestone = async (
  context: Context,
  typed: string,
): Promise<{ milestone: NamedRun; runs: readonly TestRun[] }> => {
  const identifier = await requireIdentifier(context, 'milestones', typed)
  const { id, name, testRuns } = await getByIdentifier(context, 'milestones', identifier, ['test_runs'])
  if (!Array.isArray(testRuns))
    throw new InterfaceError(`the service did not return the test runs of ${identifier}`, {
      hint: 'tell the operator of the service; -v shows the requests',
    })
  return { milestone: { id: String(id), identifier, name: String(name) }, runs: testRuns as TestRun[] }
}

const showMilestone = async (context: Context, state: MilestoneState): Promise<void> => {
  const { milestoneLines, readinessOf, assigneesOf } = await context.runs()
  const printer = await context.printer()
  const rows = state.runs.map(({ run, counts }) => ({ identifier: runHandle(run), ...counts, name: run.name }))
  if (['tsv', 'csv', 'template'].includes(printer.format) || context.flags().columns !== undefined)
    return printer.table(['identifier', 'total', 'passed', 'failed', 'inProgress', 'untested', 'name'], rows)
  const failed = state.runs.flatMap((run) =>
    answerOf(run).failed.map((test) => ({ ...test, run: run.run.identifier ?? run.run.id })),
  )
  const { ready, reasons } = readinessOf(state)
  const answer = {
    milestone: answerOf(state).run,
    ready,
    reasons,
    results: state.counts,
    gate: state.verdict ?? null,
    runs: state.runs.map(({ run, counts }) => ({ ...run, results: counts })),
    open: assigneesOf(state.tests).map(({ name, inProgress, untested }) => ({
      assignedTo: name,
      inProgress: inProgress.length,
      untested: untested.length,
    })),
    failed,
  }
  const lines =
    printer.format === 'quiet'
      ? failed.map(({ identifier, id }) => identifier ?? id)
      : milestoneLines(state, await terminalLook(context))
  await printer.answer(answer, lines)
}

/** Returns the line that shows why the gate is not met: it lists the failed (or else the open) tests of the run that has most of them. */
const hintOf = ({ run, runs, counts }: MilestoneState): string => {
  if (counts.total === 0) return `testctl milestones get ${runHandle(run)} --relations test_runs`
  const result = counts.failed > 0 ? 'failed' : counts.untested > 0 ? 'untested' : 'inProgress'
  const [first] = runs.toSorted((one, other) => other.counts[result] - one.counts[result])
  return `testctl tests list ${runHandle(first?.run ?? run)} --result ${result}`
}
