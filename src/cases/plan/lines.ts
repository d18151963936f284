import { counted } from '../../output/text/count.ts'
import type { AppliedImport } from '../import/apply.ts'
import { type CasePlan, conflictsOf } from './index.ts'

/** How many cases a plan has of each kind, and which fields it changes. */
export type CasePlanCounts = {
  new: number
  changed: number
  /** How often each field is changed here, and there; custom fields by `fields.area`. */
  fields: Record<string, number>
  fieldsThere: Record<string, number>
  changedThere: number
  /** Counts fields, not cases: each is settled separately. */
  conflicts: number
  deletedHere: number
  lost: number
  deletedThere: number
  elsewhere: number
  unchanged: number
}

/** Counts the cases of a plan by kind, and the changed fields. */
export const countPlan = (plan: CasePlan): CasePlanCounts => {
  const { created, matched, deletedHere, lost, deletedThere, elsewhere } = plan
  const having = (side: string) => matched.filter(({ changes }) => changes.some((change) => change.side === side))
  const fields: Record<string, number> = {}
  const fieldsThere: Record<string, number> = {}
  for (const { field, side } of matched.flatMap(({ changes }) => changes))
    if (side === 'here') fields[field] = (fields[field] ?? 0) + 1
    else if (side === 'there') fieldsThere[field] = (fieldsThere[field] ?? 0) + 1
  return {
    new: created.length,
    changed: having('here').length,
    fields,
    fieldsThere,
    changedThere: having('there').length,
    conflicts: conflictsOf(plan).length,
    deletedHere: deletedHere.length,
    lost: lost.length,
    deletedThere: deletedThere.length,
    elsewhere: elsewhere.length,
    unchanged: matched.filter(({ changes }) => changes.length === 0).length,
  }
}

/** Returns the part of a plan that was carried out: without the entries that failed or were not begun. */
export const planAsDone = (
  plan: CasePlan,
  { failed, notBegun }: Pick<AppliedImport, 'failed' | 'notBegun'>,
): CasePlan => {
  const left = new Set<unknown>([...failed.map(({ subject }) => subject), ...notBegun])
  return {
    ...plan,
    created: plan.created.filter((entry) => !left.has(entry)),
    matched: plan.matched.filter(({ entry }) => !left.has(entry)),
  }
}

/** Whether files and service say the same, for `--exit-code` of every command. */
export const agrees = ({ created, matched, deletedHere, lost, deletedThere, elsewhere }: CasePlan): boolean =>
  created.length + deletedHere.length + lost.length + deletedThere.length + elsewhere.length === 0 &&
  matched.every(({ changes }) => changes.length === 0)

/**
 * Formats the plan of an import as a line: `+ 12 new  ~ 3 changed (name 1, steps 2)  ! 1 conflict  - 2 deleted here (--prune)  = 988
 * unchanged`. `left` counts what failed and what was not begun, if the plan was carried out.
 */
export const casePlanLine = (counts: CasePlanCounts, left: { failed: number; notBegun: number }): string =>
  joined([
    counts.new > 0 && `+ ${counts.new} new`,
    counts.changed > 0 && `~ ${counts.changed} changed (${fieldCounts(counts.fields)})`,
    counts.changedThere > 0 && `< ${counts.changedThere} changed there`,
    counts.conflicts > 0 && `! ${counted(counts.conflicts, 'conflict')}`,
    counts.deletedHere > 0 && `- ${counts.deletedHere} deleted here (--prune)`,
    counts.lost > 0 && `! ${counts.lost} without its case`,
    counts.deletedThere > 0 && `x ${counts.deletedThere} deleted there`,
    counts.elsewhere > 0 && `? ${counts.elsewhere} without a file`,
    left.failed > 0 && `! ${left.failed} failed`,
    left.notBegun > 0 && `! ${left.notBegun} not begun`,
    `= ${counts.unchanged} unchanged`,
  ])

/**
 * Renames the counts for an export, by the words of its line: `new` and `changed` are what the files get from the service,
 * `changedHere` and `notImported` are what only the files have. DECISIONS 289
 */
export const exportCounts = ({ new: notImported, changed, fields, ...counts }: CasePlanCounts) => ({
  new: counts.elsewhere,
  changed: counts.changedThere,
  fields: counts.fieldsThere,
  ...counts,
  changedHere: changed,
  fieldsHere: fields,
  notImported,
})

/** Formats the plan of an export as a line, with the same signs. */
export const exportLine = (counts: CasePlanCounts): string =>
  joined([
    counts.elsewhere > 0 && `+ ${counts.elsewhere} new`,
    counts.changedThere > 0 && `~ ${counts.changedThere} changed (${fieldCounts(counts.fieldsThere)})`,
    counts.changed > 0 && `< ${counts.changed} changed here`,
    counts.conflicts > 0 && `! ${counted(counts.conflicts, 'conflict')}`,
    counts.deletedThere > 0 && `- ${counts.deletedThere} deleted there (--prune)`,
    counts.deletedHere > 0 && `x ${counts.deletedHere} deleted here`,
    counts.lost > 0 && `! ${counts.lost} without its case`,
    counts.new > 0 && `? ${counts.new} not imported`,
    `= ${counts.unchanged} unchanged`,
  ])

const joined = (parts: readonly (string | false)[]): string => parts.filter((part) => part !== false).join('  ')

const fieldCounts = (fields: Readonly<Record<string, number>>): string =>
  Object.entries(fields)
    .map(([field, count]) => `${field.replace(/^fields\./, '')} ${count}`)
    .join(', ')
