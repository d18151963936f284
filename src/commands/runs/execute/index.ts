import type { Command } from 'commander'
import type { Context } from '../../../composition/context.ts'
import { parseIdentifier } from '../../../contract/identifiers.ts'
import { results } from '../../../contract/vocabulary.ts'
import { UsageError } from '../../../errors.ts'
import type { NamedRun } from '../../../runs/titles.ts'
import { choose } from '../../shared/input/choices.ts'
import { canAsk } from '../../shared/input/prompt.ts'
import { refer } from '../../shared/input/references.ts'
import { addGateFlags, chooseGate, type GateFlags } from '../../shared/runs/gates.ts'
import { findRun } from '../../shared/runs/find.ts'
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

/** Adds `runs execute`: a run executed by hand, a key a test. DECISIONS 143 */
export const defineExecute = (group: Command, context: Context): void => {
  const command = verb(group, 'execute <run>', {
    summary: 'Execute a run by hand: each test is shown, and a key sets its result',
    examples: [
      'testctl runs execute WEB-R7',
      'testctl runs execute WEB-R7 --mine',
      'testctl runs execute WEB-R7 --only failed --from WEB-T11 --plain',
    ],
  })
    .option('--mine', 'only the tests that are assigned to you')
    .option('--assigned-to <name>', "only the tests of this person ('' for nobody)")
    .option('--only <results>', 'the tests with these results (default: those without a result)', collectList)
    .option('--from <test>', 'begin with this test')
    .option('--plain', 'sentences that only append, for screen readers; also by ACCESSIBLE=1 or TERM=dumb')
    .option('--no-claim', 'do not assign tests that nobody has to you')
  command.addHelpText('after', () => explanation)
  addGateFlags(command).action(async (typed: string, flags: Flags) => {
    const gate = chooseGate(flags)
    const only = flags.only?.map((word) => choose('result', word, results))
    if (flags.mine && flags.assignedTo !== undefined)
      throw new UsageError('--mine and --assigned-to exclude each other', { hint: 'leave one of them out' })
    checkTerminal(context, typed)
    const run = await findIdentified(context, typed)
    const from = flags.from === undefined ? undefined : await refer(context, 'tests', flags.from, run.project)
    const { execute } = await context.execution()
    const me = (await context.holder())?.name
    if (flags.mine && me === undefined)
      throw new UsageError('whose key this is cannot be learned from the service', {
        hint: `name the person: testctl runs execute ${typed} --assigned-to ana`,
      })
    const printer = await context.printer()
    const isPlain = wantsPlain(context, flags)
    const executed = await execute({
      api: await context.api(),
      io: context.io,
      service: (await context.settings.find('url'))?.value ?? '',
      run,
      project: run.project,
      me,
      choice: { only, assignedTo: flags.mine ? me : flags.assignedTo, from: from && (from.identifier ?? from.id) },
      claims: flags.claim,
      isPlain,
      palette: await context.errorPalette(),
      warn: printer.warn,
    })
    await endExecution(context, { run, executed, gate, isPlain })
  })
}

/** Whoever cannot be asked gets no session, and is told how results are set otherwise. */
const checkTerminal = (context: Context, typed: string): void => {
  if (canAsk(context)) return
  throw new UsageError('runs execute needs a terminal: keys are pressed, and a test is shown for each', {
    hint: `testctl tests set WEB-T12 passed, testctl tests set --from results.ndjson, or testctl runs submit report.xml --run ${typed}`,
  })
}

/** The run with its identifier, by which its tests are read one by one. */
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
A test is shown with its preconditions and steps; p sets it passed and f failed,
and the next one is shown. ? shows all keys. While a test is shown it is in
progress, and assigned to you where nobody has it; left without a result, it is
put back. What somebody else sets meanwhile stays, unless you say otherwise.
What the service has not got yet is kept on this computer: the keys go on while
it cannot be reached, and the same command goes on after Ctrl-C, a crash or a
closed laptop, and sends that first. --json prints what was set. The exit code
is 0, 8 where a gate is not met, 7 where the service refused something and 6
where something is not sent yet.`
