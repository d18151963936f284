import type { CaseContent } from '../../../cases/case-content.ts'
import type { EditorDraft } from '../../../cases/index.ts'
import type { Context } from '../../../composition/context.ts'
import { refuseDamaged, refuseUnseen, unseenIn } from '../../../contract/case-texts.ts'
import { formatIdentifier } from '../../../contract/identifiers.ts'
import { PartialError } from '../../../errors.ts'
import type { Resource } from '../../../output/cells/row.ts'
import { untilUnchanged } from '../../../system/async/until-unchanged.ts'
import { findProject } from '../../shared/input/project.ts'
import { getByIdentifier, refer } from '../../shared/input/references.ts'
import { searchById } from '../../shared/verbs/list.ts'
import { editText } from './editor.ts'
import { sendUpdate } from '../send-update.ts'

/** The flags of the editor. */
export type EditorFlags = { recover?: boolean; ours?: boolean }

/** Opens a case in the editor, and sends what was changed. */
export const editCase = async (
  context: Context,
  typed: string,
  { recover = false, ours = false }: EditorFlags,
): Promise<void> => {
  const files = await context.caseFiles()
  const { identifier, project, row } = await read(context, typed)
  const content = files.caseContentOf(row as never)
  const send = async (edited: CaseContent, draft: EditorDraft) => {
    const before = draft.before ?? content
    await untilUnchanged(async () => {
      const now = (await getByIdentifier(context, 'cases', identifier)) as Resource & CaseContent
      await sendChanges(context, { identifier, project, now, ours }, { before, edited })
    }, context.io)
  }
  await editText(
    context,
    { identifier, name: identifier, id: String(row['id']), content, again: `cases edit ${identifier}` },
    { recover, send },
  )
}

/** Reads a case, with its identifier as the service spells it. */
const read = async (
  context: Context,
  typed: string,
): Promise<{ identifier: string; project: string; row: Resource }> => {
  const reference = await refer(context, 'cases', typed)
  const row =
    reference.id === undefined
      ? await getByIdentifier(context, 'cases', reference.identifier)
      : await searchById(context, 'cases', reference.id)
  const project = reference.project ?? (await findProject(context)).identifier
  const displayId = Number(row['displayId'])
  return { identifier: formatIdentifier({ project, noun: 'cases', displayId }), project, row }
}

type Subject = { identifier: string; project: string; now: Resource & CaseContent; ours: boolean }

const sendChanges = async (
  context: Context,
  { identifier, project, now, ours }: Subject,
  { before, edited }: { before: CaseContent; edited: CaseContent },
): Promise<void> => {
  const files = await context.caseFiles()
  const [was, here, there] = [files.fieldsOf(before), files.fieldsOf(edited), files.fieldsOf(files.caseContentOf(now))]
  const sides = { here: was, there: was, left: new Set<string>(), before: undefined }
  const line = files.baseLineOf({ id: '', identifier, updatedAt: '' }, sides)
  const changes = files.compareCase(line, here, there)
  const conflicts = changes.filter(({ side }) => side === 'conflict')
  if (conflicts.length > 0 && !ours)
    throw new PartialError(`${String(now['updatedBy'])} changed the same fields meanwhile: nothing was sent`, {
      issues: conflicts.map(({ field, here: mine, there: theirs }) => ({
        path: field.replace(/^fields\./, ''),
        message: files.wordDiff(files.textOfField(theirs), files.textOfField(mine)),
      })),
      hint: '--recover --ours sends your text',
    })
  const sent = changes.filter(({ side }) => side !== 'there').map(({ field }) => field)
  if (sent.length === 0) return (await context.printer()).note('Nothing was changed')
  const request = files.updateOf(here, there, sent)
  refuseUnseen(unseenIn(now, Object.keys(request)), identifier)
  refuseDamaged(request, identifier)
  await sendUpdate(context, { caseId: String(now['id']), project, content: now }, request, { merges: true })
}
