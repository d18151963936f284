import { UsageError } from '../../errors.ts'
import { fieldsOf } from '../fields.ts'
import { type ConflictChoices, wordsForCase, parseChoice } from './choice.ts'
import { type CasePlan, conflictsOf } from './index.ts'
import { listNames } from '../../output/text/count.ts'
import { addTo } from '../../system/maps/add-to.ts'

/**
 * Throws a UsageError for a choice that names no case or field of these plans, because it would silently settle nothing. A choice
 * without a conflict is allowed, so that the same command can be run again. DECISIONS 329
 */
export const checkChoices = ({ ours, theirs }: ConflictChoices, plans: readonly CasePlan[]): void => {
  const choices = [...ours, ...theirs].flatMap((typed) => {
    const choice = parseChoice(typed)
    return choice === undefined || choice === 'all' ? [] : [choice]
  })
  const byWord = choices.length > 0 ? subjectsByWord(plans) : new Map<string, Subject[]>()
  for (const { name, project, field } of choices) {
    const projects = [...new Set(plans.map((plan) => plan.project.identifier))]
    if (project !== undefined && !projects.some((one) => one.toUpperCase() === project))
      throw new UsageError(
        `${name} is a case of the project ${project}, and the files are of ${projects.join(' and ')}`,
        {
          hint: hintOf(plans),
        },
      )
    const subjects = byWord.get(name) ?? []
    if (subjects.length === 0) throw new UsageError(`no case of the files is ${name}`, { hint: hintOf(plans) })
    if (field === undefined || subjects.some(({ fields }) => fields?.().has(field) ?? true)) continue
    const known = new Set(subjects.flatMap(({ fields }) => [...(fields?.() ?? [])]))
    throw new UsageError(`${name} has no field ${field}`, { hint: `fields of ${name}: ${[...known].join(', ')}` })
  }
}

/** A case of a plan, with its fields if the plan compares them. */
type Subject = { identifier: string; fields?: () => ReadonlySet<string> }

/** Indexes the cases of all plans by each word that names them, so that several choices go through many cases only once. */
const subjectsByWord = (plans: readonly CasePlan[]): ReadonlyMap<string, Subject[]> => {
  const byWord = new Map<string, Subject[]>()
  for (const subject of plans.flatMap(subjectsIn))
    for (const word of wordsForCase(subject.identifier)) addTo(byWord, word, subject)
  return byWord
}

const subjectsIn = ({ matched, deletedHere, deletedThere, lost, elsewhere }: CasePlan): Subject[] => [
  ...matched.map(({ entry, there, line }) => ({
    identifier: there.identifier,
    fields: () =>
      new Set([
        ...fieldsOf(entry.content).keys(),
        ...fieldsOf(there.content).keys(),
        ...Object.keys(line?.fields ?? {}),
      ]),
  })),
  ...[...deletedHere, ...deletedThere, ...lost].map(({ line }) => ({ identifier: line.case })),
  ...elsewhere,
]

const hintOf = (plans: readonly CasePlan[]): string => {
  const conflicts = plans
    .flatMap(conflictsOf)
    .map(({ matched, change }) => `${matched.there.identifier}:${change.field}`)
  if (conflicts.length === 0) return 'leave it out: there is no conflict left'
  return `in conflict: ${listNames(conflicts)}`
}
