import { isObject } from '../../system/json/is-object.ts'

/** The fields of an object as a report has it; none where the value is no object. */
export const jsonFields = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})

/** The members of a list as a report has it; none where the value is no list. */
export const jsonList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A text as a report has it: a number or a truth value counts as its text. Undefined for an empty one and for anything else. */
export const jsonText = (value: unknown): string | undefined => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The texts in a list; what is none is left out. */
export const textsOf = (value: unknown): string[] =>
  jsonList(value)
    .map(jsonText)
    .filter((text) => text !== undefined)

/** Seconds from a number of milliseconds (or of another `unit`, in seconds). Undefined for what is no duration. */
export const jsonSeconds = (value: unknown, unit = 0.001): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value / Math.round(1 / unit) : undefined
