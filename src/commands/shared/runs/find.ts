import type { Command } from 'commander'
import type { Context } from '../../../composition/context.ts'
import { NotFoundError, UsageError } from '../../../errors.ts'
import { meantBy, rethrowMeant } from '../input/mistyped-identifier.ts'
import { findProject } from '../input/project.ts'
import { getByIdentifier, refer, severalNamed } from '../input/references.ts'
import type { NamedRun } from '../../../runs/line-parts.ts'
import { fillRunName } from './fill-name.ts'
import type { CountedRun } from '../../../runs/status/index.ts'
import { identified } from '../verbs/list.ts'
import { listAll, listWhole } from '../input/list-all.ts'
import type { Resource } from '../../../output/cells/row.ts'

/** Gives a command the flag that names its run as a submission does. */
export const addNameFlag = (command: Command): Command =>
  command.option(
    '--name <name>',
    'the run of this name, instead of an ID; {branch} {build} {date} (UTC) … are filled in',
  )

/** The run of a name, or the error that there is none yet. */
export type LookedFor = CountedRun | NotFoundError

/** A name in the place of an ID, how often to `look` for the run of that name, and how long to wait for any other answer. */
type Choice = {
  name?: string
  find?: (look: () => Promise<LookedFor>) => Promise<LookedFor>
  inTime?: <T>(work: Promise<T>) => Promise<T>
}

/** The run that a command is about: one that was named by identifier or id, or by its name. */
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
  // No run can be named so: a variable is empty.
  const found = await (filled.trim() === '' ? look() : find(look))
  if (found instanceof NotFoundError) throw found
  return found
}

/**
 * The run of a name. Of several it is the only one that holds tests; of none that does, the earliest, which a `--reuse` is
 * about to fill. Several with tests are an error: a gate must not judge the run of an earlier try. DECISIONS 40, 123
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

/** Whether a run has a test; asked for where the service does not count them in its list. */
const holdsTests = async (context: Context, row: RunRow): Promise<boolean> => {
  const known = countOf(row)
  if (known !== undefined) return known > 0
  const api = await context.api()
  return (await api.tests.list({ testRunId: row.id, limit: 1 })).pagination.total > 0
}

const countedRun = (project: string, row: RunRow): CountedRun => ({
  id: row.id,
  identifier: String(identified('runs', project, row)['identifier']),
  name: String(row['name']),
  counted: countOf(row),
})

/** How many tests a run says that it has. */
const countOf = ({ results }: Resource): number | undefined => (results as { total: number } | undefined)?.total

/**
 * The run that was named. One that was named by its id is looked for among those of the project, where one is known;
 * else the id is all that is known of it, and whether it is there shows when its tests are read. The project of a short form
 * is that `beside` it, where it is given.
 */
export const findRun = async (context: Context, typed: string, beside?: string): Promise<CountedRun> => {
  const { identifier, id } = await refer(context, 'runs', typed, beside)
  if (id === undefined) {
    const row = await getByIdentifier(context, 'runs', identifier)
    return { id: String(row['id']), identifier, name: String(row['name']), counted: countOf(row) }
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

/** Asks for a run whose id looks like a mistyped identifier, so that the error says what was meant; for no other. DECISIONS 156 */
export const checkRunId = async (context: Context, id: string): Promise<void> => {
  if (meantBy('runs', id) === undefined) return
  const api = await context.api()
  await api.tests.list({ testRunId: id, limit: 1 }).catch(rethrowMeant('runs', [id]))
}

/** What a run is called in a sentence: its identifier, or its id where that is all that is known. */
export const runHandle = ({ identifier, id }: NamedRun): string => identifier ?? id
