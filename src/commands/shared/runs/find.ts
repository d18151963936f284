import type { Context } from '../../../composition/context.ts'
import { NotFoundError } from '../../../errors.ts'
import { findProject, getByIdentifier, refer } from '../input/references.ts'
import type { NamedRun } from '../../../runs/titles.ts'
import { identified } from '../verbs/list.ts'
import { nounsListed } from '../verbs/get.ts'

/**
 * The run that was named. One that was named by its id is looked for among those of the project, where one is known;
 * else the id is all that is known of it, and whether it is there shows when its tests are read.
 */
export const findRun = async (context: Context, typed: string): Promise<NamedRun> => {
  const { identifier, id } = await refer(context, 'runs', typed)
  if (id === undefined) {
    const row = await getByIdentifier(context, 'runs', identifier)
    return { id: String(row['id']), identifier, name: String(row['name']) }
  }
  if ((await context.settings.find('project')) === undefined) return { id, name: '' }
  const project = await findProject(context)
  for await (const row of nounsListed(context, 'runs', project.id).rows) {
    if (row.id !== id) continue
    return {
      id,
      identifier: String(identified('runs', project.identifier, row)['identifier']),
      name: String(row['name']),
    }
  }
  throw new NotFoundError(`there is no test run ${id} in the project ${project.identifier}`, {
    hint: `testctl runs list -p ${project.identifier}`,
  })
}

/** What a run is called in a sentence: its identifier, or its id where that is all that is known. */
export const runHandle = ({ identifier, id }: NamedRun): string => identifier ?? id
