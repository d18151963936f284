import type { Api } from '../../contract/index.ts'
import { refuseDamaged, refuseRounded, refuseUnseen } from '../../contract/case-texts.ts'
import { answerIfRead } from '../../contract/made-changes.ts'
import { ifUnchanged } from '../../contract/precondition/index.ts'
import { untilUnchanged } from '../../system/async/until-unchanged.ts'
import { type BaseLine, baseLineOf } from '../base/line.ts'
import type { CaseContent } from '../case-content.ts'
import { contentOfFields, copyField, fieldsOf } from '../fields.ts'
import type { MatchedCase } from '../plan/index.ts'
import { type CaseProject, type ServiceCase, serviceCaseOf } from '../service-cases.ts'
import { changedSince, readUnchanged } from './read-unchanged.ts'
import { updateOf } from './request.ts'
import type { WriteBack } from './write-back.ts'

type Changing = { api: Api; files: Pick<WriteBack, 'replace'>; project: CaseProject; stop: AbortSignal }

/** Sends what was changed of a case here, takes what was chosen to come from the service, and gives the line that both agree on. */
export const changeCase = async (matched: MatchedCase, { files, ...sending }: Changing): Promise<BaseLine> => {
  const { entry, there, line, changes } = matched
  const here = new Map(fieldsOf(entry.content))
  const sent = changes.filter(({ side }) => side === 'here').map(({ field }) => field)
  const taken = changes.filter(({ side, isChosen }) => side === 'there' && isChosen === true)
  refuseRounded(
    taken.map((change) => change.there),
    there.identifier,
  )
  const now = sent.length === 0 ? there : await untilUnchanged(() => sendFields(matched, sent, sending), sending)
  // What nothing is written back to says its own text again the next time: that is then no change of it. DECISIONS 330
  if (taken.length > 0 && files.replace) {
    for (const { field } of taken) copyField(fieldsOf(there.content), here, field)
    await files.replace(entry, contentOfFields(here), there.identifier)
  }
  const left = new Set([
    ...uncovered(matched),
    ...changes
      .filter(({ side, isChosen }) => side === 'conflict' || (side === 'there' && !isChosen))
      .map(({ field }) => field),
    // What others have changed meanwhile is for the next plan.
    ...changedSince(there, now).filter((field) => !sent.includes(field)),
  ])
  const chosen = new Set(files.replace ? [] : taken.map(({ field }) => field))
  return baseLineOf(now, { here, there: fieldsOf(now.content), left, before: line, chosen })
}

/** Sends some fields of a case, beside the others as they are now. A field settled by `--ours` overwrites any value there. */
const sendFields = async (
  { entry, there, changes }: MatchedCase,
  sent: readonly string[],
  { api, project }: Pick<Changing, 'api' | 'project'>,
): Promise<ServiceCase> => {
  const fields = changes.filter(({ side, isChosen }) => side === 'here' && !isChosen).map(({ field }) => field)
  const now = await readUnchanged(api, { there, fields }, project)
  const update = updateOf(fieldsOf(entry.content), fieldsOf(now.content), sent)
  refuseUnseen(now.unseen?.filter((field) => field in update) ?? [], there.identifier)
  if (update.customFields) refuseDamaged(omit(now.content.customFields, sent), there.identifier)
  const updated = await answerIfRead(api.cases.update({ caseId: there.id, ...update }, ifUnchanged(now.content)))
  if (updated) return serviceCaseOf(updated.case, project)
  // It was made. What it made is read, or else it is taken to be what was sent.
  return api.cases.get({ identifier: there.identifier }).then(
    (answer) => serviceCaseOf(answer.case, project),
    () => ({ ...now, content: { ...now.content, ...(update as Partial<CaseContent>) } }),
  )
}

/** The custom fields that stay as the service has them. */
const omit = (fields: Readonly<Record<string, unknown>>, sent: readonly string[]): object =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !sent.includes(`fields.${key}`)))

/** The line of a case that is not sent: where both sides are alike, they agree. */
export const agreedLine = ({ entry, there, line, changes }: MatchedCase): BaseLine =>
  baseLineOf(there, {
    here: fieldsOf(entry.content),
    there: fieldsOf(there.content),
    left: new Set([...uncovered({ entry, there, line }), ...changes.map(({ field }) => field)]),
    before: line,
  })

/** The fields of which the file says nothing: they stay as they were agreed on. DECISIONS 263 */
const uncovered = ({ entry, there, line }: Pick<MatchedCase, 'entry' | 'there' | 'line'>): string[] => {
  const { covers, content } = entry
  if (!covers) return []
  const fields = [...fieldsOf(content).keys(), ...fieldsOf(there.content).keys(), ...Object.keys(line?.fields ?? {})]
  return fields.filter((field) => !covers(field))
}
