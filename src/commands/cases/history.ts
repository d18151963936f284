import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { agoFrom } from '../../output/text/time.ts'
import { findProject } from '../shared/input/project.ts'
import { getByIdentifier, refer } from '../shared/input/references.ts'
import type { RunProject } from '../../runs/read.ts'
import type { HistoryEntry, CaseStatistics } from '../../runs/history/statistics.ts'
import type { History } from '../../runs/history/read.ts'
import { chooseNumber } from '../shared/input/choices.ts'
import { checkRange, chooseLimit, searchById } from '../shared/verbs/list.ts'
import { terminalLook } from '../shared/runs/look.ts'
import { verb } from '../shared/verbs/index.ts'

type Flags = { limit?: number; all?: boolean }
type Subject = { id: string; identifier: string | undefined; name: string | undefined; project: RunProject }

/** Adds `cases history`: the results of a case, run by run. */
export const defineHistory = (group: Command, context: Context): void => {
  const command = verb(group, 'history <case>', {
    summary: 'Show the results of a case over the runs: how often it passed, how flaky it is',
    examples: [
      'testctl cases history WEB-C1',
      'testctl cases history WEB-C1 --limit 10',
      "testctl cases history WEB-C1 --json | jq '.flakiness'",
    ],
  })
  command
    .option('--limit <number>', 'search this many of the newest runs', chooseNumber('--limit', 1))
    .option('--all', 'search all runs (a terminal shows the newest 50)')
    .addHelpText('after', () => explanation)
    .action(async (typed: string, flags: Flags) => {
      checkRange(flags)
      const subject = await findSubject(context, typed)
      const printer = await context.printer()
      const history = await read(context, subject, await chooseLimit(context, flags))
      if (history.entries.length === 0) await checkCase(context, subject)
      await show(context, subject, history)
      if (flags.limit === undefined && history.runs < history.all)
        await printer.note(`the newest ${history.runs} of ${history.all} runs; --all for every one`)
    })
}

const explanation = `
The pass rate counts only tests that passed or failed, not those that are
untested or in progress. Flakiness is the share of these results that differ
from the one before: 0% never changes, 100% changes every time. It needs at
least two results.
The service keeps no history: testctl reads the tests of the runs, newest runs
first. Through a pipe each test is one tab-separated line: run, test, result,
time, who set it, name of the run. --quiet prints the identifiers of the tests.
The tests of a deleted case still exist: name the case by its id, with
--project.`

const findSubject = async (context: Context, typed: string): Promise<Subject> => {
  const { id, identifier, project } = await refer(context, 'cases', typed)
  // A bare id is not looked up: its tests show that the case existed, and those of a deleted case stay.
  if (id !== undefined) return { id, identifier, name: undefined, project: await findProject(context) }
  const row = await getByIdentifier(context, 'cases', identifier, ['project'])
  const known = row['project'] as { id?: unknown } | undefined
  const owner =
    typeof known?.id === 'string' ? { id: known.id, identifier: project } : await findProject(context, project)
  return { id: String(row['id']), identifier, name: String(row['name']), project: owner }
}

/** Throws a NotFoundError if a case without tests does not exist. Only a case that was named by a bare id is looked up. */
const checkCase = async (context: Context, { id, name }: Subject): Promise<void> => {
  if (name === undefined) await searchById(context, 'cases', id)
}

const read = async (context: Context, { id, project }: Subject, limit: number | undefined): Promise<History> => {
  const { readHistory } = await context.runs()
  const api = await context.api()
  const progress = context.progress('reading runs')
  const { stop } = context.io
  return readHistory(api, { project, caseId: id, limit }, { stop, onRead: progress.step }).finally(progress.done)
}

const show = async (context: Context, subject: Subject, { entries, runs, all }: History): Promise<void> => {
  const { statisticsOf, historyLines, readFailure } = await context.runs()
  const printer = await context.printer()
  const newest = entries.toReversed()
  if (printer.format === 'ndjson') return printer.answer(newest.map(rowOf), [])
  if (printer.format === 'quiet')
    return printer.answer(
      null,
      newest.map(({ test }) => test.identifier ?? test.id),
    )
  if (printer.format === 'json' || (printer.format === 'table' && context.flags().columns === undefined)) {
    const statistics = statisticsOf(entries)
    const failure = statistics.lastFailure
      ? await readFailure(await context.api(), statistics.lastFailure.test.identifier)
      : undefined
    const name = subject.name ?? newest[0]?.test.name ?? ''
    const { id, identifier } = subject
    const shown = { case: { id, identifier, name }, entries, statistics, failure }
    const options = { ...(await terminalLook(context)), ago: agoFrom(context.io.now()) }
    const value = { case: { id, identifier, name }, runs: { read: runs, all }, ...answerOf(statistics, failure) }
    return printer.answer({ ...value, history: newest.map(rowOf) }, historyLines(shown, options))
  }
  return printer.table(
    ['run', 'test', 'result', 'time', 'by', 'name'],
    newest.map((entry) => ({
      ...rowOf(entry),
      run: entry.run.identifier ?? entry.run.id,
      test: entry.test.identifier ?? entry.test.id,
      name: entry.run.name,
    })),
  )
}

const answerOf = ({ counts, streak, lastFailure, ...shares }: CaseStatistics, failure: string | undefined) => ({
  results: counts,
  ...shares,
  streak: streak && { result: streak.result, length: streak.length, since: rowOf(streak.since) },
  lastFailure: lastFailure && { ...rowOf(lastFailure), message: failure ?? null },
})

const rowOf = ({ run, test, result, at, by, assignedTo }: HistoryEntry) => ({
  run,
  test: { id: test.id, identifier: test.identifier },
  result,
  time: at === undefined ? null : new Date(at).toISOString(),
  by,
  assignedTo,
})
