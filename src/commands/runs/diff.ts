import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { GateError, UsageError } from '../../errors.ts'
import { parseIdentifier } from '../../contract/identifiers.ts'
import { chooseSymbols } from '../../output/style/symbols.ts'
import type { Difference } from '../../runs/diff/index.ts'
import type { NamedRun } from '../../runs/line-parts.ts'
import type { CountedRun } from '../../runs/status/index.ts'
import { counted } from '../../output/text/count.ts'
import { findRun, runHandle } from '../shared/runs/find.ts'
import { verb } from '../shared/verbs/index.ts'

/** Adds `runs diff`: what changed from one run to another. */
export const defineDiff = (group: Command, context: Context): void => {
  verb(group, 'diff <run> <other-run>', {
    summary: 'Compare two runs, case by case',
    examples: ['testctl runs diff WEB-R2 WEB-R7', "testctl runs diff WEB-R2 WEB-R7 --json | jq '.newlyFailing[].name'"],
  })
    .option('--exit-code', 'exit 8 if tests newly fail, or were added and fail')
    .addHelpText('after', () => explanation)
    .action(async (typedFrom: string, typedTo: string, flags: { exitCode?: boolean }) => {
      const [from, to] = await Promise.all([findRun(context, typedFrom), findRun(context, typedTo)])
      checkProjects(from, to)
      const { readState, diff, regressions } = await context.runs()
      const api = await context.api()
      const read = (run: CountedRun) => readState(api, run, { progress: context.progress })
      const difference = diff(...(await Promise.all([read(from), read(to)])))
      await showDifference(context, difference)
      const worse = flags.exitCode ? regressions(difference).length : 0
      if (worse > 0)
        throw new GateError(`${counted(worse, 'test')} failed in ${runHandle(to)} and not in ${runHandle(from)}`, {
          hint: `testctl tests list ${runHandle(to)} --result failed`,
        })
    })
}

const explanation = `
Two tests are compared if they are of the same case. Through a pipe each
difference is one tab-separated line: newlyFailing, stillFailing, fixed,
changed, added or removed; the test of the later run; its name; both results.`

const showDifference = async (context: Context, difference: Difference): Promise<void> => {
  const { differenceLines, differenceKinds } = await context.runs()
  const printer = await context.printer()
  const rows = differenceKinds.flatMap((kind) =>
    difference[kind].map(({ identifier, id, name, from, to }) => ({
      kind,
      identifier: identifier ?? id,
      name,
      from,
      to,
    })),
  )
  // CSV has the columns of a pipe. DECISIONS 66
  if (['tsv', 'csv', 'template'].includes(printer.format) || context.flags().columns !== undefined)
    return printer.table(['kind', 'identifier', 'name', 'from', 'to'], rows)
  const lines =
    printer.format === 'quiet'
      ? rows.map(({ identifier }) => identifier)
      : differenceLines(difference, { symbols: chooseSymbols(context.io), most: 20 })
  return printer.answer(difference, lines)
}

/** Throws a UsageError for runs of two projects: they have no cases in common, so everything would seem new. */
export const checkProjects = (from: NamedRun, to: NamedRun): void => {
  const [one, other] = [from, to].map(({ identifier = '' }) => parseIdentifier(identifier)?.project.toUpperCase())
  if (one !== undefined && other !== undefined && one !== other)
    throw new UsageError(`${runHandle(from)} and ${runHandle(to)} are of two projects`, {
      hint: 'compare two runs of one project: testctl runs list',
    })
}
