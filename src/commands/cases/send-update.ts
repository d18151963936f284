import type { Context } from '../../composition/context.ts'
import { ifUnchanged } from '../../contract/precondition/index.ts'
import { withLookup, unknownIfUnconfirmed } from '../../errors.ts'
import { subjectName } from '../shared/verbs/get.ts'
import { identified } from '../shared/verbs/list.ts'
import { bothSides, changesInWords, type CaseTexts } from './content-changes.ts'

/** A case before a change. `content` is undefined if the case was named by a bare id and not read. */
export type Before = { caseId: string; project: string | undefined; content: CaseTexts | undefined }

/**
 * Sends an update and prints what it changed; with `--dry-run`, prints the old and the new text. If it `merges`, it was computed from
 * `content`, so it is sent on the condition that the case is unchanged. A `cumulative` update must not be sent twice.
 */
export const sendUpdate = async (
  context: Context,
  { caseId, project, content }: Before,
  after: CaseTexts,
  { merges, cumulative = false }: { merges: boolean; cumulative?: boolean },
): Promise<void> => {
  const words = content ? changesInWords(content, after) : []
  if (context.flags().dryRun && content) {
    const request = { method: 'POST', path: `/v1/cases/${caseId}`, body: after }
    const before = Object.fromEntries(Object.keys(after).map((field) => [field, content[field as keyof CaseTexts]]))
    return (await context.planPrinter()).answer(
      [{ ...request, before }],
      [`POST ${request.path} ${JSON.stringify(after)}`, ...words, ...bothSides(content, after)],
    )
  }
  const api = await context.api()
  const { identifier } = identified('cases', project, { ...content })
  const look = typeof identifier === 'string' ? `testctl cases get ${identifier}` : undefined
  const updated = await api.cases
    .update(
      { caseId, ...after } as Parameters<typeof api.cases.update>[0],
      merges && content ? ifUnchanged(content) : {},
    )
    .catch((error: unknown) => {
      throw withLookup(cumulative ? unknownIfUnconfirmed(error) : error, look)
    })
  const row = identified('cases', project, updated.case)
  const said = content && words.length === 0 ? ['nothing changed'] : words
  const sentence = `Updated ${subjectName('cases', row)}${said.length > 0 ? ` (${said.join(', ')})` : ''}`
  await (await context.printer()).changed('cases', row, sentence)
}
