import type { Command } from 'commander'
import type { Context } from '../../../composition/context.ts'
import { parseIdentifier } from '../../../contract/identifiers.ts'
import { UsageError } from '../../../errors.ts'
import type { NamedRun } from '../../../runs/line-parts.ts'
import { statusLineOf } from '../../../output/status-line/index.ts'
import { quoteWord } from '../../../system/shell-line.ts'
import { chooseResult, refuseNoResults } from '../../shared/input/choices.ts'
import { nameOfAssignee } from '../../shared/input/me.ts'
import { canAsk } from '../../shared/input/prompt.ts'
import { refer } from '../../shared/input/references.ts'
import { addGateFlags, chooseGate, type GateFlags } from '../../shared/runs/gate-flags.ts'
import { findRun } from '../../shared/runs/find.ts'
import { stateFields } from '../../shared/runs/state.ts'
import { collectList, verb } from '../../shared/verbs/index.ts'
import { endExecution } from './ending.ts'
import { wantsPlain } from './plain.ts'

type Flags = GateFlags & {
  mine?: boolean
  assignedTo?: string
  only?: string[]
  from?: string
  plain?: boolean
  claim: boolean
}

/** Adds `runs execute`, to execute a run by hand: it shows each test, and a key sets the result. DECISIONS 143 */
export const defineExecute = (group: Command, context: Context): void => {
  const command = verb(group, 'execute <run>', {
    summary: 'Execute a run by hand: it shows each test, and a key sets its result',
    changes: 'atOnce',
    prints: [...stateFields, 'set'],
    examples: [
      'testctl runs execute WEB-R7',
      'testctl runs execute WEB-R7 --mine',
      'testctl runs execute WEB-R7 --only failed --from WEB-T11 --plain',
    ],
  })
    .option('--mine', 'only the tests that are assigned to you')
    .option('--assigned-to <name>', "only tests assigned to this person (@me for yourself, '' for unassigned)")
    .option('--only <results>', 'only tests with these results (default: untested,inProgress)', collectList)
    .option('--from <test>', 'start with this test')
    .option('--plain', 'plain sentences for screen readers; also with ACCESSIBLE=1 or TERM=dumb')
    .option('--no-claim', 'do not assign unassigned tests to you')
  command.addHelpText('after', () => explanation)
  addGateFlags(command).action(async (typed: string, flags: Flags) => {
    const gate = chooseGate(flags)
    refuseNoResults('--only', flags.only)
    const only = flags.only?.map(chooseResult)
    if (flags.mine && flags.assignedTo !== undefined)
      throw new UsageError('--mine and --assigned-to exclude each other', { hint: 'leave one of them out' })
    checkTerminal(context, typed)
    const isPlain = await wantsPlain(context, flags)
    if (isPlain) statusLineOf(context.io).choose({ isPlain: true })
    const run = await findIdentified(context, typed)
    const from = flags.from === undefined ? undefined : await refer(context, 'tests', flags.from, run.project)
    const { execute } = await context.execution()
    const me = (await context.holder())?.name
    if (flags.mine && me === undefined)
      throw new UsageError('this service does not say whose key it is', {
        hint: `name the person: testctl runs execute ${typed} --assigned-to ana`,
      })
    const assignedTo = flags.assignedTo === undefined ? undefined : await nameOfAssignee(context, flags.assignedTo)
    const printer = await context.printer()
    const executed = await execute({
      api: await context.api(),
      io: context.io,
      service: (await context.settings.find('url'))?.value ?? '',
      run,
      project: run.project,
      me,
      choice: { only, assignedTo: flags.mine ? me : assignedTo, from: from && (from.identifier ?? from.id) },
      claims: flags.claim,
      isPlain,
      palette: await context.errorPalette(),
      warn: printer.warn,
    })
    const chosen = from === undefined ? choiceOf(flags) : undefined
    await endExecution(context, { run, executed, gate, isPlain, again: againOf(run.identifier, flags), chosen })
  })
}

/** Returns the command that shows the same tests once more. */
const againOf = (run: string, flags: Flags): string =>
  [
    `testctl runs execute ${quoteWord(run)}`,
    ...choiceOf(flags),
    ...(flags.plain ? ['--plain'] : []),
    ...(flags.claim ? [] : ['--no-claim']),
  ].join(' ')

/** Returns the flags that choose tests, as they are typed. */
const choiceOf = ({ mine, assignedTo, only }: Flags): string[] =>
  [
    ...(mine ? ['--mine'] : []),
    ...(assignedTo === undefined ? [] : ['--assigned-to', assignedTo]),
    ...(only ? ['--only', only.join()] : []),
  ].map(quoteWord)

/** Refuses a session without a terminal, and names the other ways to set results. */
const checkTerminal = (context: Context, typed: string): void => {
  if (canAsk(context)) return
  throw new UsageError('runs execute needs a terminal: it shows tests and reads keys', {
    hint: `without one: testctl tests set WEB-T12 passed, or testctl runs submit report.xml --run ${quoteWord(typed)}`,
  })
}

/** Finds a run and its identifier, which is needed to read its tests one by one. */
const findIdentified = async (
  context: Context,
  typed: string,
): Promise<NamedRun & { identifier: string; project: string }> => {
  const { id, name, identifier } = await findRun(context, typed)
  const project = parseIdentifier(identifier ?? '')?.project
  if (identifier !== undefined && project !== undefined) return { id, name, identifier, project }
  throw new UsageError('the project of this run is not known', {
    hint: 'give the identifier of the run, such as WEB-R7, or --project WEB',
  })
}

const explanation = `
Each test is shown with its preconditions and steps. p sets it to passed; f sets
it to failed and asks for a note; then the next test is shown. ? shows all keys.
While a test is shown it is in progress, and assigned to you if it was
unassigned. If you leave it without a result, both are undone. A result that
someone else sets meanwhile stays, unless you choose to replace it.

You can go on while the service cannot be reached: your results are kept on this
computer. After Ctrl-C, a crash or a closed laptop, run the same command again:
it sends the kept results first. --json prints the status of the run, and in
"set" the tests that you set. Exit codes: 8 if a gate is not met, 7 if the
service refused something, 6 if something is not sent yet.

For screen readers use --plain, or make it the default: testctl config set plain
always. It follows accessibility rules, but was not tested with a screen reader.`
