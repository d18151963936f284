import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { parseShortIdentifier, projectIdentifierForm, projectIdentifierPattern } from '../../contract/identifiers.ts'
import { resources } from '../../contract/vocabulary.ts'
import { RejectedError, UsageError } from '../../errors.ts'
import { findProject } from '../shared/input/project.ts'
import { checkName, someOf } from '../shared/input/choices.ts'
import { relationsOfList } from '../shared/verbs/relations.ts'
import { confirmProject } from '../shared/verbs/confirm.ts'
import { counted } from '../../output/text/count.ts'
import { type ListFlags, listVerb, printList } from '../shared/verbs/list.ts'
import { renamingOf } from '../shared/verbs/get.ts'
import { verb } from '../shared/verbs/index.ts'
import { printDeleted } from '../shared/verbs/many.ts'
import { addWebFlag, openPage } from '../shared/verbs/web.ts'
import { defineProjectReport } from './report.ts'

type Fields = { name?: string; identifier?: string; icon?: string; color?: string }

const fieldFlags = (command: Command, isNew: boolean): Command =>
  command
    .option('--icon <name>', isNew ? 'an icon (default folder)' : 'its new icon')
    .option(
      '--color <color>',
      isNew ? "a colour, such as '#3366ff' (the default)" : "its new colour, such as '#3366ff'",
    )

/** Adds the verbs of `projects`. `create` fills in the icon and the colour, which the interface requires. DECISIONS 21 */
export const defineProjects = (group: Command, context: Context): void => {
  listVerb(group, 'list', {
    summary: 'List the projects',
    examples: ['testctl projects list', 'testctl projects list --relations milestones --json'],
  }).action(async (flags: ListFlags) => {
    const api = await context.api()
    const chosen = await relationsOfList(context, 'projects', flags)
    await printList(context, 'projects', {
      flags,
      read: async (page) => {
        const { projects, pagination } = await api.projects.list({ ...page, ...(chosen && { relations: chosen }) })
        return { rows: projects, pagination }
      },
    })
  })

  addWebFlag(
    verb(group, 'get <project>', {
      summary: 'Show one project',
      aliases: ['view', 'show'],
      examples: ['testctl projects get WEB', 'testctl projects get WEB --json'],
    }),
  ).action(async (project: string, { web }: { web?: boolean }) => {
    if (web && projectIdentifierPattern.test(project)) return openPage(context, project)
    const found = await findProject(context, project)
    if (web) return openPage(context, found.identifier)
    await (await context.printer()).item('projects', found)
  })

  fieldFlags(
    verb(group, 'create', {
      summary: 'Create a project',
      aliases: ['add', 'new'],
      changes: 'writes',
      examples: ["testctl projects create --name 'Mobile app' --identifier APP --icon phone"],
    })
      .requiredOption('--name <name>', 'its name')
      .requiredOption('--identifier <PROJ>', 'prefix of its identifiers: WEB for WEB-T12'),
    true,
  ).action(async (flags: Required<Fields>) => {
    const { name, identifier, icon = 'folder', color = '#3366ff' } = flags
    checkFields(flags)
    const api = await context.api()
    const { project } = await api.projects
      .create({ name, identifier, icon, color })
      .catch((error: unknown) => refuseIdentifier(error, identifier))
    await (
      await context.printer()
    ).changed('projects', project, `Created project ${project.identifier}: ${project.name}`)
  })

  fieldFlags(
    verb(group, 'update <project>', {
      summary: 'Change a project',
      aliases: ['edit'],
      changes: 'writes',
      examples: ["testctl projects update WEB --name 'Web shop'"],
    })
      .option('--name <name>', 'its new name')
      .option('--identifier <PROJ>', 'its new identifier; those of its cases, runs and tests change with it'),
    false,
  ).action(async (typed: string, { name, identifier, icon, color }: Fields) => {
    const fields = someOf({ name, identifier, icon, color }, '--name --identifier --icon --color')
    checkFields(fields)
    const before = await findProject(context, typed, { every: true })
    const { id: projectId } = before
    // A new identifier is announced, but needs no confirmation: nothing is lost. DECISIONS 428
    const moves = identifier !== undefined && identifier !== before.identifier
    const moved = `its identifiers change: ${before.identifier}-C1 becomes ${identifier}-C1`
    const printer = await context.printer()
    if (moves && context.flags().dryRun) await printer.warn(moved)
    const api = await context.api()
    const { project } = await api.projects
      .update({ projectId, ...fields })
      .catch((error: unknown) => refuseIdentifier(error, identifier))
    const words = [...renamingOf(before['name'], name), ...(moves ? [moved] : [])]
    const said = words.length > 0 ? ` (${words.join(', ')})` : ''
    await printer.changed('projects', project, `Updated project ${project.identifier}: ${project.name}${said}`)
  })

  verb(group, 'delete <project>', {
    summary: 'Delete a project and everything in it',
    aliases: ['rm'],
    // No --yes: its identifier is what confirms it. DECISIONS 272
    changes: 'writes',
    examples: ['testctl projects delete OLD --confirm OLD'],
  })
    .option('--confirm <PROJ>', 'the identifier again, instead of the prompt')
    .action(async (typed: string, { confirm }: { confirm?: string }) => {
      const project = await findProject(context, typed, { every: true })
      const { id: projectId, identifier, name } = project
      await confirmProject(context, project, { typed: confirm, below: () => contentsOf(context, projectId) })
      const api = await context.api()
      const deletion = await api.projects.delete({ projectId })
      const row = { identifier, id: projectId, ...deletion }
      await printDeleted(context, 'projects', {
        rows: [row],
        sentence: `Deleted project ${identifier}: ${name}`,
        single: true,
      })
    })
  defineProjectReport(group, context)
}

/** Throws a UsageError for an invalid name or identifier of a project. Leaves one with a hyphen to the service. DECISIONS 180, 426 */
const checkFields = ({ name, identifier }: Fields): void => {
  checkName(name)
  const { noun, displayId } = parseShortIdentifier(identifier ?? '') ?? {}
  if (noun !== undefined)
    throw new UsageError(
      `${identifier} cannot be the identifier of a project: it names ${resources[noun].label} ${displayId}`,
      {
        hint: `choose another one; ${identifier}-${resources[noun].letter}10 would be a range, too`,
      },
    )
  if (identifier === undefined || identifier.includes('-') || projectIdentifierPattern.test(identifier)) return
  const meant = identifier.trim().toUpperCase().replace(/\s+/g, '_')
  throw new UsageError(`${JSON.stringify(identifier)} cannot be the identifier of a project`, {
    hint: `it has ${projectIdentifierForm}${projectIdentifierPattern.test(meant) ? `: ${meant}?` : ', such as WEB'}`,
  })
}

/** Rethrows an error; if the identifier is taken, or the service takes no hyphen in it, with a hint to choose another one. */
const refuseIdentifier = (error: unknown, identifier: string | undefined): never => {
  if (!(error instanceof RejectedError)) throw error
  const { message, status, issues } = error
  const hyphened = message.startsWith('identifier ') && identifier?.includes('-') ? identifier : undefined
  if (status !== 409 && hyphened === undefined) throw error
  const hint = hyphened
    ? `this service takes no hyphen: ${hyphened.toUpperCase().replaceAll('-', '_')}?`
    : 'choose another identifier'
  throw new RejectedError(message, { hint, status, issues, cause: error })
}

const contentsOf = async (context: Context, projectId: string): Promise<string> => {
  const api = await context.api()
  const one = { projectId, limit: 1 }
  const [cases, runs, milestones] = await Promise.all([
    api.cases.list(one),
    api.runs.list(one),
    api.milestones.list(one),
  ])
  const counts = [
    counted(cases.pagination.total, 'case'),
    counted(milestones.pagination.total, 'milestone'),
    `${counted(runs.pagination.total, 'test run')} and all tests in them`,
  ]
  return ` with ${counts.join(', ')}`
}
