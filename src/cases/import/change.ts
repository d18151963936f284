import type { Api } from '../../contract/index.ts'
import { refuseDamaged, refuseRounded, refuseUnseen } from '../../contract/case-texts.ts'
import { answerIfRead } from '../../contract/made-changes.ts'
import { ifUnchanged } from '../../contract/precondition/index.ts'
import { untilUnchanged } from '../../system/async/until-unchanged.ts'
import { type BaseLine, baseLineOf } from '../base/line.ts'
import type { CaseContent } from '../case-content.ts'
import { contentOfFields, copyField, fieldsOf, hashOf } from '../fields.ts'
import type { MatchedCase } from '../plan/index.ts'
import { type CaseProject, type ServiceCase, serviceCaseOf } from '../service-cases.ts'
import { changedSince, readUnchanged } from './read-unchanged.ts'
import { updateOf } from './request.ts'
import type { WriteBack } from './write-back.ts'

type Changing = { api: Api; files: Pick<WriteBack, 'replace'>; project: CaseProject; stop: AbortSignal }

/** The result of changing a case: the line on which both sides agree, and the fields that the service left as before. */
type ChangedCase = { line: BaseLine; unstored: string[] }

/** Sends the fields of a case that changed in the file, and writes the fields that were chosen from the service into the file. */
export const changeCase = async (matched: MatchedCase, { files, ...sending }: Changing): Promise<ChangedCase> => {
  const { entry, there, line, changes } = matched
  const here = new Map(fieldsOf(entry.content))
  const sent = changes.filter(({ side }) => side === 'here').map(({ field }) => field)
  const taken = changes.filter(({ side, isChosen }) => side === 'there' && isChosen === true)
  refuseRounded(
    taken.map((change) => change.there),
    there.identifier,
  )
  const { before, now } =
    sent.length === 0
      ? { before: there, now: there }
      : await untilUnchanged(() => sendFields(matched, sent, sending), sending)
  const unstored = unstoredOf(sent, { entry, before, now })
  // A file that cannot be written back has its own text again the next time, which then does not count as a change. DECISIONS 330
  if (taken.length > 0 && files.replace) {
    for (const { field } of taken) copyField(fieldsOf(there.content), here, field)
    await files.replace(entry, contentOfFields(here), there.identifier)
  }
  const left = new Set([
    ...uncovered(matched),
    ...unstored,
    ...changes
      .filter(({ side, isChosen }) => side === 'conflict' || (side === 'there' && !isChosen))
      .map(({ field }) => field),
    // Leaves what others have changed meanwhile to the next plan.
    ...changedSince(there, now).filter((field) => !sent.includes(field)),
  ])
  const chosen = new Set(files.replace ? [] : taken.map(({ field }) => field))
  return { line: baseLineOf(now, { here, there: fieldsOf(now.content), left, before: line, chosen }), unstored }
}

/**
 * Returns the fields that the service has as before, although they were sent and it answered with success. A field with a third value
 * is stored, in the service's own form. DECISIONS 431
 */
const unstoredOf = (
  sent: readonly string[],
  { entry, before, now }: Pick<MatchedCase, 'entry'> & Record<'before' | 'now', ServiceCase>,
): string[] => {
  const hashIn = ({ content }: Pick<ServiceCase, 'content'>, field: string) => hashOf(fieldsOf(content), field)
  return sent.filter(
    (field) => hashIn(now, field) === hashIn(before, field) && hashIn(now, field) !== hashIn(entry, field),
  )
}

/**
 * Sends some fields of a case, custom fields together with the current others. Returns the case as it was just before, and as it is now.
 * A field settled by `--ours` overwrites any value in the service.
 */
const sendFields = async (
  { entry, there, changes }: MatchedCase,
  sent: readonly string[],
  { api, project }: Pick<Changing, 'api' | 'project'>,
): Promise<{ before: ServiceCase; now: ServiceCase }> => {
  const fields = changes.filter(({ side, isChosen }) => side === 'here' && !isChosen).map(({ field }) => field)
  const before = await readUnchanged(api, { there, fields }, project)
  const update = updateOf(fieldsOf(entry.content), fieldsOf(before.content), sent)
  refuseUnseen(before.unseen?.filter((field) => field in update) ?? [], there.identifier)
  if (update.customFields) refuseDamaged(omit(before.content.customFields, sent), there.identifier)
  const updated = await answerIfRead(api.cases.update({ caseId: there.id, ...update }, ifUnchanged(before.content)))
  const answered = updated && serviceCaseOf(updated.case, project)
  if (answered && unstoredOf(sent, { entry, before, now: answered }).length === 0) return { before, now: answered }
  // The update succeeded, but its answer does not show it: the answer may hold the case as it was before. Reads the case; if that fails,
  // assumes that it is as answered, or as sent. DECISIONS 431
  const now = await api.cases.get({ identifier: there.identifier }).then(
    (answer) => serviceCaseOf(answer.case, project),
    () => answered ?? { ...before, content: { ...before.content, ...(update as Partial<CaseContent>) } },
  )
  return { before, now }
}

/** Returns the custom fields that stay as the service has them. */
const omit = (fields: Readonly<Record<string, unknown>>, sent: readonly string[]): object =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !sent.includes(`fields.${key}`)))

/** Builds the line of a case that is not sent: both sides agree on the fields that are equal. */
export const agreedLine = ({ entry, there, line, changes }: MatchedCase): BaseLine =>
  baseLineOf(there, {
    here: fieldsOf(entry.content),
    there: fieldsOf(there.content),
    left: new Set([...uncovered({ entry, there, line }), ...changes.map(({ field }) => field)]),
    before: line,
  })

/** Returns the fields that the file does not cover; they stay as agreed. DECISIONS 263 */
const uncovered = ({ entry, there, line }: Pick<MatchedCase, 'entry' | 'there' | 'line'>): string[] => {
  const { covers, content } = entry
  if (!covers) return []
  const fields = [...fieldsOf(content).keys(), ...fieldsOf(there.content).keys(), ...Object.keys(line?.fields ?? {})]
  return fields.filter((field) => !covers(field))
}
