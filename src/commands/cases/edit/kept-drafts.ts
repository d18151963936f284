import type { DraftSubject, EditorDraft, KeptDraft } from '../../../cases/index.ts'
import type { Context } from '../../../composition/context.ts'
import { UsageError } from '../../../errors.ts'
import { draftsFolder } from '../../../system/files/draft-file.ts'
import { withVariable } from '../../../system/shell-line.ts'

/** Returns the line that reopens a kept text on the same service; `again` is the command that edits the case anew. */
export const recoverLine = ({ flags }: Context, again: string): string => {
  const { profile } = flags()
  const named = profile === undefined ? '' : ` --profile ${profile}`
  return `testctl ${again} --recover${named}`
}

/** Returns the draft that `--recover` opens. Throws a UsageError if none of this service and case is kept. DECISIONS 415 */
export const recoverDraft = async (context: Context, subject: DraftSubject, again: string): Promise<EditorDraft> => {
  const { keptDrafts } = await context.caseFiles()
  const { own, others } = await keptDrafts(context.io, subject)
  const older = others.find(({ service }) => service === undefined)
  const [draft, other] = [own[0], older ?? others[0]]
  // An unchanged draft must not hide one of an older testctl, which may have been changed.
  if (draft && (draft.isChanged || !older)) return draft
  if (other) throw refusal(context, subject, { other, again })
  throw new UsageError(`no text of ${subject.name} is kept`, {
    hint: `texts that were not sent are kept in ${draftsFolder(context.io)}`,
  })
}

/** Warns, before a new text is opened, that an earlier one was not sent. */
export const warnOfUnsentDraft = async (context: Context, subject: DraftSubject, again: string): Promise<void> => {
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
    return new UsageError(`the text that was kept is of an earlier ${name}, not of this one`, { hint: stands })
  const message = `the text of ${name} is of another service: ${other.service}`
  // `--profile` overrides TESTCTL_URL, so a line with that variable would not help.
  if (flags().profile !== undefined) return new UsageError(message, { hint: stands })
  const line = withVariable(io, ['TESTCTL_URL', other.service], `testctl ${again} --recover`)
  return new UsageError(message, { issues: [{ path: '', message: stands }], hint: `to go on with it: ${line}` })
}
