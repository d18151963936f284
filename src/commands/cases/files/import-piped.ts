import { sourceOf } from '../../../cases/case-content.ts'
import type { ConflictChoices, FolderCases } from '../../../cases/index.ts'
import type { Context } from '../../../composition/context.ts'
import { UsageError } from '../../../errors.ts'
import { counted } from '../../../output/text/count.ts'
import { importEntries } from './import-entries.ts'
import { projectOfFiles } from './project.ts'
import { refuseProblems } from './read.ts'
import { endOf } from './end.ts'
import { printPlan } from './report.ts'

type Flags = { choices: ConflictChoices; diff?: boolean; exitCode?: boolean; prune?: boolean }

/**
 * Imports cases that are piped in. Nothing can be written back to a pipe, so each case needs an identifier or a source by which a
 * second import finds it. DECISIONS 224
 */
export const importPiped = async (
  context: Context,
  { entries, problems }: FolderCases,
  flags: Flags,
): Promise<void> => {
  if (flags.prune)
    throw new UsageError('--prune is for a folder of cases', { hint: 'a pipe may have a part of the cases' })
  refuseProblems(problems, 'stdin')
  const nameless = entries.filter((entry) => entry.identifier === undefined && sourceOf(entry.content) === undefined)
  if (nameless.length > 0)
    throw new UsageError(`${counted(nameless.length, 'case')} of stdin cannot be identified; nothing was sent`, {
      issues: nameless.slice(0, 20).map(({ place, content }) => ({
        path: `${place.file}:${place.line}`,
        message: `${JSON.stringify(content.name)} has no identifier and no customFields.source such as "tool:17"`,
      })),
      hint: 'to create them each time: testctl cases create --from -',
    })
  const project = await projectOfFiles(context, entries)
  const result = await importEntries(context, { name: 'stdin', entries }, { project, choices: flags.choices })
  await printPlan(context, [result], flags)
  const end = await endOf(context, [result], { ...flags, theirs: flags.choices.theirs, conflictHint })
  if (end) throw end
}

const conflictHint =
  '--ours all takes the piped cases, --theirs all the service; with the updatedAt of cases list --json, only a later change is a conflict'
