import type { DraftSubject, EditorDraft, KeptDraft } from '../../../cases/index.ts'
import type { Context } from '../../../composition/context.ts'
import { UsageError } from '../../../errors.ts'
import { draftsFolder } from '../../../system/files/draft-file.ts'
import { withVariable } from '../../../system/shell-line.ts'

/** The line that goes on with a text that was kept, on the same service; `again` opens another one. */
export const recoverLine = ({ flags }: Context, again: string): string => {
  const { profile } = flags()
  const named = profile === undefined ? '' : ` --profile ${profile}`
  return `testctl ${again} --recover${named}`
}

/** The draft that `--recover` opens; a UsageError where there is none of this service and case. DECISIONS 415 */
export const recoverDraft = async (context: Context, subject: DraftSubject, again: string): Promise<EditorDraft> => {
  const { keptDrafts } = await context.caseFiles()
  const { own, others } = await keptDrafts(context.io, subject)
  const older = others.find(({ service }) => service === undefined)
  const [draft, other] = [own[0], older ?? others[0]]
  // One in which nothing was written must not hide one that may have been.
  if (draft && (draft.isChanged || !older)) return draft
  if (other) throw refusal(context, subject, { other, again })
  throw new UsageError(`no text of ${subject.name} is kept`, {
    hint: `texts that were not sent are kept in ${draftsFolder(context.io)}`,
  })
}

/** Says before another text is opened that one was not sent. */
export const tellUnsent = async (context: Context, subject: DraftSubject, again: string): Promise<void> => {
  const { keptDrafts } = await context.caseFiles()
  const { own } = await keptDrafts(context.io, subject)
  if (!own[0]?.isChanged) return
  const printer = await context.printer()
  await printer.warn(`a text of ${subject.name} was not sent; to go on with it: ${recoverLine(context, again)}`)
}

const refusal = (
  { io, flags }: Context,
  { name, service }: DraftSubject,
  { other, again }: { other: KeptDraft; again: string },
): UsageError => {
  const stands = `it is in ${other.file}`
  if (other.service === undefined)
    return new UsageError(`the text of ${name} was kept by an older testctl: it may be of another service`, {
      hint: stands,
    })
  if (other.service === service)
    return new UsageError(`the text that was kept is of another ${name}, which was there before`, { hint: stands })
  const message = `the text of ${name} is of another service: ${other.service}`
  // A profile that was typed goes before the variable.
  if (flags().profile !== undefined) return new UsageError(message, { hint: stands })
  const line = withVariable(io, ['TESTCTL_URL', other.service], `testctl ${again} --recover`)
  return new UsageError(message, { issues: [{ path: '', message: stands }], hint: `to go on with it: ${line}` })
}
