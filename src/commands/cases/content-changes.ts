import { isDeepStrictEqual } from 'node:util'
import type { Step } from '../../contract/models.ts'
import { counted } from '../../output/text/count.ts'

/** The texts of a case, as the service has them or as a request takes them. */
export type Content = {
  name?: string | undefined
  preconditions?: string | undefined
  steps?: readonly Step[] | undefined
  customFields?: Readonly<Record<string, unknown>> | undefined
}

/** What an update does to each field, in a few words: `2 steps replaced by 1`, `area removed`. */
export const changesInWords = (before: Content, after: Content): string[] => {
  const changed = (field: keyof Content) =>
    after[field] !== undefined && !isDeepStrictEqual(before[field], after[field])
  const fields = Object.keys({ ...before.customFields, ...after.customFields })
  return [
    ...(changed('name') ? ['name changed'] : []),
    ...(changed('preconditions') ? ['preconditions changed'] : []),
    ...(changed('steps') ? [stepsInWords(before.steps ?? [], after.steps ?? [])] : []),
    ...(changed('customFields')
      ? fields.flatMap((key) => fieldInWords(key, before.customFields ?? {}, after.customFields ?? {}))
      : []),
  ]
}

const stepsInWords = (before: readonly Step[], after: readonly Step[]): string => {
  const stays = (step: Step, others: readonly Step[]) => others.some((other) => isDeepStrictEqual(other, step))
  const gone = before.filter((step) => !stays(step, after)).length
  const come = after.filter((step) => !stays(step, before)).length
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

/** Both sides of what an update changes, a line each: what is there with `-` before it, what takes its place with `+`. */
export const bothSides = (before: Content, after: Content): string[] =>
  (['name', 'preconditions', 'steps', 'customFields'] as const).flatMap((field) => {
    if (after[field] === undefined || isDeepStrictEqual(before[field], after[field])) return []
    const [old, now] = [linesOf(before[field]), linesOf(after[field])]
    return [
      field,
      ...old.filter((line) => !now.includes(line)).map((line) => `  - ${line}`),
      ...now.filter((line) => !old.includes(line)).map((line) => `  + ${line}`),
    ]
  })

const linesOf = (value: Content[keyof Content]): string[] => {
  if (value === undefined) return []
  if (typeof value === 'string') return value === '' ? [] : value.split('\n')
  if (Array.isArray(value))
    return (value as readonly Step[]).flatMap(({ action, expectation }, at) =>
      `${at + 1}. ${action}${expectation === '' ? '' : ` => ${expectation}`}`.split('\n'),
    )
  return Object.entries(value).map(([key, one]) => `${key}: ${typeof one === 'string' ? one : JSON.stringify(one)}`)
}
