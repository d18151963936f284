import type { Command } from 'commander'
import type { Context } from '../../../composition/context.ts'
import { NotFoundError, UsageError } from '../../../errors.ts'
import { suggestId, rethrowWithSuggestion } from '../input/mistyped-identifier.ts'
import { findProject } from '../input/project.ts'
import { getByIdentifier, refer, severalNamed } from '../input/references.ts'
import type { NamedRun } from '../../../runs/line-parts.ts'
import { fillRunName } from './fill-name.ts'
import type { CountedRun } from '../../../runs/status/index.ts'
import { identified } from '../verbs/list.ts'
import { listAll, listWhole } from '../input/list-all.ts'
import type { Resource } from '../../../output/cells/row.ts'
import { testsIn } from '../../../output/text/count.ts'

/** Gives a command the flag `--name`, which names its run as a submission does. */
export const addNameFlag = (command: Command): Command =>
  command.option(
    '--name <name>',
    'the run of this name, instead of an ID; {branch} {build} {date} (UTC) … are filled in',
  )

/** The run of a name, or the error if there is none yet. */
export type LookedFor = CountedRun | NotFoundError

/** A name instead of an ID; `find` may `look` for the run of that name several times, and `inTime` limits all other requests. */
type Choice = {
  name?: string
  find?: (look: () => Promise<LookedFor>) => Promise<LookedFor>
  inTime?: <T>(work: Promise<T>) => Promise<T>
}

/** Finds the run of a command, by its ID or by `--name`. Throws a UsageError unless exactly one of them was given. */
export const chooseRun = async (
  context: Context,
  typed: string | undefined,
  { name, find = (look) => look(), inTime = (work) => work }: Choice,
): Promise<CountedRun> => {
  if ((typed === undefined) === (name === undefined))
    throw new UsageError(typed === undefined ? 'which run?' : 'a run and --name exclude each other', {
      hint: "give its identifier, such as WEB-R7, or its name: --name 'CI {branch} {build}'",
    })
  if (typed !== undefined) return inTime(findRun(context, typed))
  const filled = await fillRunName(context, name ?? '')
  const project = await inTime(findProject(context))
  const look = () => findRunByName(context, project, filled)
  // No run has an empty name (a variable may be empty), so do not wait for it.
  const found = await (filled.trim() === '' ? look() : find(look))
  if (found instanceof NotFoundError) throw found
  return found
}

/**
 * Finds the run of a name. If several have it, takes the only one with tests or, if none has tests, the earliest, which a `--reuse` is
 * about to fill. Throws a UsageError if several have tests: a gate must not judge the run of an earlier try. DECISIONS 40, 123
 */
const findRunByName = async (
  context: Context,
  project: { id: string; identifier: string },
  name: string,
): Promise<LookedFor> => {
  const make = (row: RunRow) => (row['name'] === name ? row : undefined)
  const named = await listWhole(context, 'runs', { projectId: project.id, make })
  named.sort((one, other) => Number(one['displayId']) - Number(other['displayId']))
  const full: RunRow[] = []
  if (named.length > 1) for (const row of named) if (await holdsTests(context, row)) full.push(row)
  if (full.length > 1) {
    const identifiers = full.map((row) => String(identified('runs', project.identifier, row)['identifier']))
    throw severalNamed('runs', name, identifiers)
  }
  const run = full[0] ?? named[0]
  if (run) return countedRun(project.identifier, run)
  return new NotFoundError(`there is no test run named ${JSON.stringify(name)} in the project ${project.identifier}`, {
    hint: `testctl runs list -p ${project.identifier}`,
  })
}

type RunRow = Resource & { id: string }

/** Whether a run has a test. Sends a request if the list of the service does not count the tests. */
const holdsTests = async (context: Context, row: RunRow): Promise<boolean> => {
  const known = testsIn(row)
  if (known !== undefined) return known > 0
  const api = await context.api()
  return (await api.tests.list({ testRunId: row.id, limit: 1 })).pagination.total > 0
}

const countedRun = (project: string, row: RunRow): CountedRun => ({
  id: row.id,
  identifier: String(identified('runs', project, row)['identifier']),
  name: String(row['name']),
  counted: testsIn(row),
})

/**
 * Finds a run by its identifier, id or name. Searches the set project for an id; if no project is set, only the id is known, and
 * reading the tests shows whether the run exists. `beside` is the project of a short form.
 */
export const findRun = async (context: Context, typed: string, beside?: string): Promise<CountedRun> => {
  const { identifier, id } = await refer(context, 'runs', typed, beside)
  if (id === undefined) {
    const row = await getByIdentifier(context, 'runs', identifier)
    return { id: String(row['id']), identifier, name: String(row['name']), counted: testsIn(row) }
  }
  if ((await context.settings.find('project')) === undefined) {
    await checkRunId(context, id)
    return { id, name: '' }
  }
  const project = await findProject(context)
  for await (const row of listAll(context, 'runs', project.id).rows) {
    if (row.id !== id) continue
    return countedRun(project.identifier, row)
  }
  throw new NotFoundError(`there is no test run ${id} in the project ${project.identifier}`, {
    hint: `testctl runs list -p ${project.identifier}`,
  })
}

/** Looks up a run only if its id looks like a mistyped identifier, so that the error says what was meant. DECISIONS 156 */
export const checkRunId = async (context: Context, id: string): Promise<void> => {
  if (suggestId('runs', id) === undefined) return
  const api = await context.api()
  await api.tests.list({ testRunId: id, limit: 1 }).catch(rethrowWithSuggestion('runs', [id]))
}

/** Returns the name of a run in a sentence: its identifier, or its id if only that is known. */
export const runHandle = ({ identifier, id }: NamedRun): string => identifier ?? id
