import { parseIdentifier } from '../../contract/identifiers.ts'
import type { CaseBase } from '../base/index.ts'
import { type BaseLine, baseLineOf, basesOf } from '../base/line.ts'
import { type CaseEntry, sourceField, sourceOf } from '../case-content.ts'
import { digestOfValue, fieldsOf } from '../fields.ts'
import { type ConflictChoices, readChoices } from '../plan/choice.ts'
import type { CasePlan } from '../plan/index.ts'
import type { Prepared } from './index.ts'
import { keyOf } from './recover.ts'

/**
 * Returns a prepared import that does not create cases again which were imported before and then deleted in the service. An export has
 * no identifiers, so the base says which case came from a source. Of several cases the last one counts: it was created again after the
 * others were deleted. DECISIONS 407
 */
export const withDeletedSources = (prepared: Prepared): Prepared => {
  const { plan, base, again } = prepared
  const alive = new Set([...plan.matched, ...plan.deletedHere].map(({ there }) => there.id))
  for (const { id } of plan.elsewhere) alive.add(id)
  const lines = lastBySource(base)
  const goneOf = (entry: CaseEntry): BaseLine | undefined => {
    const source = sourceOf(entry.content)
    const line = source === undefined ? undefined : lines.get(digestOfValue(source))
    // If its case is alive, that has lost its source. If an import that was killed was creating it again, it may be there already.
    return line && !alive.has(line.id) && !again.has(keyOf(entry)) ? line : undefined
  }
  const created: CaseEntry[] = []
  const deletedThere = [...plan.deletedThere]
  for (const entry of plan.created) {
    const line = goneOf(entry)
    if (line) deletedThere.push({ line, entry, isChanged: isChanged(line, lineNow(line, entry)) })
    else created.push(entry)
  }
  return { ...prepared, plan: { ...plan, created, deletedThere } }
}

/** Applies the choices to the deleted cases of exports: `--ours` creates one again; `--theirs` leaves it, whatever the file changed. */
export const settleDeleted = (prepared: Prepared, choices: ConflictChoices): Prepared => {
  const choose = readChoices(choices)
  const base = new Map(prepared.base)
  const created = [...prepared.plan.created]
  const deletedThere: CasePlan['deletedThere'] = []
  for (const one of prepared.plan.deletedThere) {
    const { entry, line } = one
    const side = entry.identifier === undefined ? choose({ identifier: line.case }, '') : undefined
    if (side === 'there') base.set(line.id, lineNow(line, entry))
    if (side === 'here') created.push(entry)
    else deletedThere.push(side === 'there' ? { ...one, isChanged: false } : one)
  }
  return { ...prepared, base, plan: { ...prepared.plan, created, deletedThere } }
}

/** Indexes the base by the digest of the source of each case; of several lines the one with the highest case number counts. */
const lastBySource = (base: CaseBase): ReadonlyMap<string, BaseLine> => {
  const lines = new Map<string, BaseLine>()
  for (const line of [...base.values()].sort((one, other) => numberOf(one) - numberOf(other))) {
    const source = basesOf(line, `fields.${sourceField}`)?.here
    if (source) lines.set(source, line)
  }
  return lines
}

const numberOf = (line: BaseLine): number => parseIdentifier(line.case)?.displayId ?? 0

/** Builds the line that a deleted case would have with the content that the file has now. */
const lineNow = (line: BaseLine, { content, covers = () => true }: CaseEntry): BaseLine => {
  const now = fieldsOf(content)
  const left = new Set([...now.keys(), ...Object.keys(line.fields)].filter((field) => !covers(field)))
  return baseLineOf({ ...line, identifier: line.case }, { here: now, there: now, left, before: line })
}

const isChanged = (line: BaseLine, now: BaseLine): boolean =>
  [...Object.keys(line.fields), ...Object.keys(now.fields)].some(
    (field) => basesOf(line, field)?.here !== basesOf(now, field)?.here,
  )
