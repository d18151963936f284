import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import type { Api } from '../../contract/index.ts'
import { refuseDamaged, refuseUnseen, unseenIn } from '../../contract/case-texts.ts'
import { ifUnchanged } from '../../contract/precondition/index.ts'
import { unknownIfUnconfirmed, UsageError } from '../../errors.ts'
import { counted } from '../../output/text/count.ts'
import { untilUnchanged } from '../../system/async/until-unchanged.ts'
import { checkName, someOf } from '../shared/input/choices.ts'
import { rethrowWithSuggestion } from '../shared/input/mistyped-identifier.ts'
import { getByIdentifier, refer } from '../shared/input/references.ts'
import { findEach, isSingle } from '../shared/input/many.ts'
import { identified, searchById } from '../shared/verbs/list.ts'
import { changeMany } from '../shared/verbs/many.ts'
import { verb } from '../shared/verbs/index.ts'
import type { CaseTexts } from './content-changes.ts'
import { mergeFields, readWriting, type Writing, writingFlags } from './content-flags.ts'
import { editCase } from './edit/case.ts'
import { editSteps, hasStepEdits, isCumulative, type StepEdits, stepEditFlags } from './edit/steps.ts'
import { type Before, sendUpdate } from './send-update.ts'

/** The flags of a command that changes a case. */
export type UpdateFlags = Writing & StepEdits & { name?: string }

/** Adds `cases update`. */
export const defineUpdateCase = (group: Command, context: Context): void => {
  const command = verb(group, 'update <case...>', {
    summary: 'Change a case, or several',
    changes: 'writes',
    examples: [
      "testctl cases update WEB-C1 --name 'Login works with a passkey'",
      "testctl cases update WEB-C1 --add-step 'Log out => The login page is shown'",
      "testctl cases update WEB-C1 --edit-step '1=Open it' --custom-field area=",
    ],
  })
  updateFlags(command)
    .option('--editor', 'change it in your editor, as cases edit does')
    .addHelpText('after', () => explanation)
    .action(async (typed: string[], flags: UpdateFlags & { editor?: boolean }) => {
      const [first = ''] = typed
      const single = await isSingle(context, 'cases', typed)
      if (!flags.editor) return single ? updateCase(context, first, flags) : updateCases(context, typed, flags)
      if (single) return editCase(context, first, {})
      throw new UsageError('--editor takes one case', { hint: 'name one, or use the flags for all of them' })
    })
}

/** Gives a command the flags that change a case. */
export const updateFlags = (command: Command): Command =>
  writingFlags(stepEditFlags(command.option('--name <name>', 'its new name')), { replaces: true })

const explanation = `
--edit-step '3=Press OK' changes only the action of step 3, and '3= => It closes'
only its expectation. The numbers of steps are those before the command.
What others change at the same moment stays, on a service of testctl.
--dry-run shows the old and the new text.`

/** Changes a case as the flags say, and prints the result. */
export const updateCase = async (context: Context, typed: string, flags: UpdateFlags): Promise<void> => {
  const { merges, afterwards } = await readChange(context, flags)
  const change = async () => {
    const before = await readCase(context, typed, { needed: merges })
    await sendUpdate(context, before, afterwards(before.content, typed), { merges, cumulative: isCumulative(flags) })
  }
  await untilUnchanged(change, context.io).catch(rethrowWithSuggestion('cases', [typed]))
}

/** Changes several cases as the flags say, each based on its own steps and fields. */
const updateCases = async (context: Context, typed: readonly string[], flags: UpdateFlags): Promise<void> => {
  const { merges, afterwards } = await readChange(context, flags)
  const named = await findEach(context, 'cases', typed)
  const api = await context.api()
  await changeMany(context, 'cases', {
    named,
    single: false,
    change: ({ id: caseId, project, row, identifier, typed: name }) =>
      untilUnchanged(async (isFirst) => {
        const known = isFirst ? row : identifier && (await getByIdentifier(context, 'cases', identifier))
        const before = (known ?? (merges ? await searchById(context, 'cases', caseId) : undefined)) as
          | CaseTexts
          | undefined
        const update = { caseId, ...afterwards(before, identifier ?? name) }
        const condition = merges && before ? ifUnchanged(before) : {}
        const updated = await api.cases.update(update as UpdateCase, condition).catch((error: unknown) => {
          throw isCumulative(flags) ? unknownIfUnconfirmed(error) : error
        })
        return identified('cases', project, updated.case)
      }, context.io),
    sentence: (rows) => `Updated ${counted(rows.length, 'case')}`,
  })
}

type UpdateCase = Parameters<Api['cases']['update']>[0]

/** Reads the flags once. `afterwards` returns what to send for a case; `merges` if that depends on what the case has. */
const readChange = async (context: Context, flags: UpdateFlags) => {
  if (hasStepEdits(flags) && (flags.step ?? flags.steps ?? flags.stepsFile) !== undefined)
    throw new UsageError('--step and --steps replace all steps, and exclude the flags that change some', {
      hint: 'use --add-step, --edit-step, --remove-step and --move-step alone',
    })
  checkName(flags.name)
  const { addedFields, ...written } = await readWriting(context.io, flags)
  // The fields that are computed from what the case has.
  const merged: ('steps' | 'customFields')[] = [
    ...(hasStepEdits(flags) ? ['steps' as const] : []),
    ...(addedFields && !written.customFields ? ['customFields' as const] : []),
  ]
  // Throws if the flags change nothing, before any case is read.
  if (merged.length === 0) someOf({ name: flags.name, ...written }, flagNames)
  const afterwards = (before: CaseTexts | undefined, identifier: string): CaseTexts => {
    if (before) refuseUnseen(unseenIn(before, merged), identifier)
    const after: CaseTexts = someOf(
      {
        name: flags.name,
        ...written,
        steps: hasStepEdits(flags) ? editSteps(before?.steps ?? [], flags) : written.steps,
        customFields: addedFields
          ? mergeFields(written.customFields ?? before?.customFields, addedFields)
          : written.customFields,
      },
      flagNames,
    )
    refuseDamaged(
      merged.map((field) => after[field]),
      identifier,
    )
    return after
  }
  return { merges: merged.length > 0, afterwards }
}

const flagNames = '--name --preconditions --step --add-step --edit-step --remove-step --move-step --custom-field'

/** Looks up a case. Reading one by its bare id requires its project, so that is done only if the content is `needed`. */
const readCase = async (context: Context, typed: string, { needed }: { needed: boolean }): Promise<Before> => {
  const { id, identifier, project } = await refer(context, 'cases', typed)
  if (id !== undefined && !needed) return { caseId: id, project, content: undefined }
  const row =
    id === undefined ? await getByIdentifier(context, 'cases', identifier) : await searchById(context, 'cases', id)
  return { caseId: String(row['id']), project, content: row as CaseTexts }
}
