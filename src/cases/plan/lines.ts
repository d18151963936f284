import { counted } from '../../output/text/count.ts'
import type { Plan } from './index.ts'

/** How many cases a plan has of each kind, and which fields it changes. */
export type PlanCounts = {
  new: number
  changed: number
  /** How often each field is changed here; custom fields by `fields.area`. */
  fields: Record<string, number>
  changedThere: number
  conflicts: number
  deletedHere: number
  deletedThere: number
  elsewhere: number
  unchanged: number
}

export const countPlan = ({ created, matched, deletedHere, deletedThere, elsewhere }: Plan): PlanCounts => {
  const having = (side: string) => matched.filter(({ changes }) => changes.some((change) => change.side === side))
  const fields: Record<string, number> = {}
  for (const { changes } of matched)
    for (const { field, side } of changes) if (side === 'here') fields[field] = (fields[field] ?? 0) + 1
  return {
    new: created.length,
    changed: having('here').length,
    fields,
    changedThere: having('there').length,
    conflicts: having('conflict').length,
    deletedHere: deletedHere.length,
    deletedThere: deletedThere.length,
    elsewhere: elsewhere.length,
    unchanged: matched.filter(({ changes }) => changes.length === 0).length,
  }
}

/** Whether files and service say the same, for `--exit-code`. */
export const agrees = (counts: PlanCounts): boolean =>
  [
    counts.new,
    counts.changed,
    counts.changedThere,
    counts.conflicts,
    counts.deletedHere,
    counts.deletedThere,
    counts.elsewhere,
  ].every((count) => count === 0)

/** A plan in a line: `+ 12 new  ~ 3 changed (name 1, steps 2)  ! 1 conflict  - 2 deleted here (--prune)  = 988 unchanged`. */
export const planLine = (counts: PlanCounts): string => {
  const fields = Object.entries(counts.fields).map(([field, count]) => `${field.replace(/^fields\./, '')} ${count}`)
  const parts = [
    counts.new > 0 && `+ ${counts.new} new`,
    counts.changed > 0 && `~ ${counts.changed} changed (${fields.join(', ')})`,
    counts.changedThere > 0 && `< ${counts.changedThere} changed there`,
    counts.conflicts > 0 && `! ${counted(counts.conflicts, 'conflict')}`,
    counts.deletedHere > 0 && `- ${counts.deletedHere} deleted here (--prune)`,
    counts.deletedThere > 0 && `x ${counts.deletedThere} deleted there`,
    counts.elsewhere > 0 && `? ${counts.elsewhere} without a file`,
    `= ${counts.unchanged} unchanged`,
  ]
  return parts.filter((part) => part !== false).join('  ')
}
