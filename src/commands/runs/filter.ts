import { type Command, Option } from 'commander'
import type { Context } from '../../composition/context.ts'
import { NotFoundError } from '../../errors.ts'
import { chooseResult, refuseNoResults } from '../shared/input/choices.ts'
import { findRun, runHandle } from '../shared/runs/find.ts'
import { collectList, verb } from '../shared/verbs/index.ts'

const runners = ['vitest', 'jest', 'mocha', 'node', 'playwright', 'pytest', 'go', 'dotnet', 'junit'] as const
type Runner = (typeof runners)[number]

/** Adds `runs filter`: prints the argument that makes a test runner rerun only some tests of a run. DECISIONS 151 */
export const defineFilter = (group: Command, context: Context): void => {
  verb(group, 'filter <run>', {
    summary: 'Print the argument that makes a test runner rerun the failed tests of a run',
    prints: ['for', 'argument', 'tests'],
    examples: [
      'testctl runs filter WEB-R7 --for vitest',
      'testctl runs filter WEB-R7 --result failed,untested --for pytest',
    ],
  })
    .addOption(
      new Option('--for <runner>', `the test runner: ${runners.join(', ')}`).choices(runners).makeOptionMandatory(),
    )
    .option('--result <results>', 'rerun the tests with these results (default failed)', collectList)
    .addHelpText('after', () => explanation)
    .action(async (typed: string, flags: { for: Runner; result?: string[] }) => {
      refuseNoResults('--result', flags.result)
      const wanted = (flags.result ?? ['failed']).map(chooseResult)
      const run = await findRun(context, typed)
      const { filterFor, readState } = await context.runs()
      const { tests } = await readState(await context.api(), run)
      const chosen = tests.filter(({ result }) => wanted.includes(result))
      // An empty argument would run everything.
      if (chosen.length === 0)
        throw new NotFoundError(`no test of ${runHandle(run)} is ${wanted.join(' or ')}`, {
          hint: `testctl runs status ${runHandle(run)}`,
        })
      const argument = filterFor[flags.for](chosen.map(({ name }) => name))
      const printer = await context.printer()
      await printer.answer({ for: flags.for, argument, tests: chosen.length }, argument.split('\n'), {
        isArgument: true,
      })
    })
}

const explanation = `
It prints the argument for vitest -t, jest -t, mocha --grep, playwright --grep,
node --test-name-pattern, go test -run, dotnet test --filter and mvn -Dtest=,
and for pytest the ids of the tests, one per line. It is made from the names
that runs submit gave the tests. If no test has the result, nothing is printed
and the exit code is 3, because an empty argument would run every test:
  failed=$(testctl runs filter R7 --for vitest) && npx vitest run -t "$failed"`
