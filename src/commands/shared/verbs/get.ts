import type { Command } from 'commander'
import type { Context } from '../../../composition/context.ts'
import { type NumberedNoun, relations, resources } from '../../../contract/vocabulary.ts'
import { NotFoundError, UsageError } from '../../../errors.ts'
import type { Resource } from '../../../output/cells/row.ts'
import { type Listing, readPages } from '../../../contract/pagination.ts'
import { findProject, getByIdentifier, refer } from '../input/references.ts'
import { chooseRelations } from '../input/choices.ts'
import { identified } from './list.ts'
import { verb } from './index.ts'
import { openPage, webFlag } from './web.ts'

/** Hangs `get` on a noun. */
export const getVerb = (
  group: Command,
  context: Context,
  { noun, ...about }: { noun: NumberedNoun; summary: string; examples: readonly string[] },
): void => {
  const names: readonly string[] = relations[noun].get
  verb(group, `get <${resources[noun].said.split(' ').at(-1)}>`, { ...about, aliases: ['view', 'show'] })
    .option('--relations <names>', `include related data: ${names.join(', ')}`)
    .option(...webFlag)
    .action((typed: string, flags: { relations?: string; web?: boolean }) =>
      flags.web
        ? openPage(context, noun, { typed, searchById })
        : showOne(context, noun, { typed, chosen: chooseRelations(flags.relations, names) }),
    )
}

type Wanted = { typed: string; chosen: readonly string[] | undefined }

/** Prints one resource that was named by identifier, or by id where its project's list can be searched for it. */
const showOne = async (context: Context, noun: NumberedNoun, { typed, chosen }: Wanted): Promise<void> => {
  const reference = await refer(context, noun, typed)
  let row =
    reference.id === undefined
      ? identified(noun, reference.project, await getByIdentifier(context, noun, reference.identifier, chosen))
      : await searchById(context, noun, reference.id)
  // A list was searched, which has not what was asked for besides; now the identifier is known.
  if (chosen && reference.id !== undefined)
    row = {
      identifier: row['identifier'],
      ...(await getByIdentifier(context, noun, String(row['identifier']), chosen)),
    }
  await (await context.printer()).item(noun, row)
}

/** The interface reads by identifier only; an id is looked for in the list of the project, where there is one. */
export const searchById = async (context: Context, noun: NumberedNoun, id: string): Promise<Resource> => {
  const { said, letter } = resources[noun]
  if (noun === 'tests' || !(await context.settings.find('project')))
    throw new UsageError(`the interface has no way to read a ${said} by its id`, {
      hint:
        noun === 'tests'
          ? `give its identifier, such as WEB-T12; testctl tests list <run> shows it`
          : `give its identifier, such as WEB-${letter}12, or --project to search its ${noun}`,
    })
  const project = await findProject(context)
  for await (const row of nounsListed(context, noun, project.id).rows)
    if (row['id'] === id) return identified(noun, project.identifier, row)
  throw new NotFoundError(`there is no ${said} ${id} in the project ${project.identifier}`, {
    hint: `testctl ${noun} list -p ${project.identifier}`,
  })
}

/** Every case, run or milestone of a project. */
export const nounsListed = (
  context: Context,
  noun: Exclude<NumberedNoun, 'tests'>,
  projectId: string,
): Listing<Resource & { id: string }> =>
  readPages(async (page) => {
    const api = await context.api()
    const answer: Record<string, unknown> = await api[noun].list({ projectId, ...page })
    // The contract's types know the rows of each noun; the choice of one at run time loses them.
    return { rows: answer[resources[noun].many], pagination: answer['pagination'] } as never
  })

/** How a sentence names a resource: `test run WEB-R8`, or by id where no identifier is known. */
export const subjectName = (noun: NumberedNoun, row: Resource): string =>
  `${resources[noun].said} ${String(row['identifier'] ?? row['id'])}`
