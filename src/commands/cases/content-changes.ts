import { isDeepStrictEqual } from 'node:util'
import type { Step } from '../../contract/models.ts'
import { caseTextsOf } from '../../contract/case-texts.ts'
import { counted } from '../../output/text/count.ts'

/** The texts of a case, as the service has them or as a request takes them. */
export type CaseTexts = {
  name?: string | undefined
  preconditions?: string | undefined
  steps?: readonly Step[] | undefined
  customFields?: Readonly<Record<string, unknown>> | undefined
}

/** Describes what an update does to each field, in a few words: `step 3 changed`, `2 steps replaced by 1`, `area removed`. */
export const changesInWords = (before: CaseTexts, after: CaseTexts): string[] => {
  const changed = (field: keyof CaseTexts) =>
    after[field] !== undefined && !isDeepStrictEqual(before[field], after[field])
  const fields = Object.keys({ ...before.customFields, ...after.customFields })
  return [
    ...(changed('name') ? ['name changed'] : []),
    ...(changed('preconditions') ? ['preconditions changed'] : []),
    ...(changed('steps') ? [stepsInWords(caseTextsOf(before).steps, caseTextsOf(after).steps)] : []),
    ...(changed('customFields')
      ? fields.flatMap((key) => fieldInWords(key, caseTextsOf(before).customFields, after.customFields ?? {}))
      : []),
  ]
}

const stepsInWords = (before: readonly Step[], after: readonly Step[]): string => {
  const stays = (step: Step, others: readonly Step[]) => others.some((other) => isDeepStrictEqual(other, step))
  const gone = before.filter((step) => !stays(step, after)).length
  const come = after.filter((step) => !stays(step, before)).length
  const changed = after.flatMap((step, at) => (isDeepStrictEqual(before[at], step) ? [] : [at + 1]))
  if (before.length === after.length && changed.length === come && come < after.length)
    return `${come === 1 ? 'step' : 'steps'} ${changed.join(', ')} changed`
  if (gone > 0 && come > 0) return `${counted(gone, 'step')} replaced by ${come}`
  if (gone > 0) return `${counted(gone, 'step')} removed`
  if (come > 0) return `${counted(come, 'step')} added`
  return 'steps moved'
}

const fieldInWords = (
  key: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] => {
  if (!Object.hasOwn(after, key)) return [`${key} removed`]
  if (!Object.hasOwn(before, key)) return [`${key} added`]
  return isDeepStrictEqual(before[key], after[key]) ? [] : [`${key} changed`]
}

/** Lists what an update changes, line by line below the name of each field: old lines after `-`, new ones after `+`. */
export const bothSides = (before: CaseTexts, after: CaseTexts): string[] =>
  (['name', 'preconditions', 'steps', 'customFields'] as const).flatMap((field) => {
    if (after[field] === undefined || isDeepStrictEqual(before[field], after[field])) return []
    const [old, now] = [linesOf(before[field]), linesOf(after[field])]
    return [
      field,
      ...old.filter((line) => !now.includes(line)).map((line) => `  - ${line}`),
      ...now.filter((line) => !old.includes(line)).map((line) => `  + ${line}`),
    ]
  })

const linesOf = (value: CaseTexts[keyof CaseTexts]): string[] => {
  if (value === undefined || value === null) return []
  if (typeof value === 'string') return value === '' ? [] : value.split('\n')
  if (Array.isArray(value))
    return (value as readonly Step[]).flatMap(({ action, expectation }, at) =>
      `${at + 1}. ${action}${expectation === '' ? '' : ` => ${expectation}`}`.split('\n'),
    )
  return Object.entries(value).map(([key, one]) => `${key}: ${typeof one === 'string' ? one : JSON.stringify(one)}`)
}
