import { isObject } from '../../system/json/is-object.ts'

/** The fields of a JSON object that was read from a file. */
export type Fields = Readonly<Record<string, unknown>>

/** Returns the fields of a JSON object; none if the value is not an object. */
export const jsonFields = (value: unknown): Fields => (isObject(value) ? value : {})

/** Returns the items of a JSON array; none if the value is not an array. */
export const jsonList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Returns a JSON string, number or boolean as text; undefined for an empty string and for any other value. */
export const jsonText = (value: unknown): string | undefined => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns the items of a list that `jsonText` accepts, as texts. */
export const textsOf = (value: unknown): string[] =>
  jsonList(value)
    .map(jsonText)
    .filter((text) => text !== undefined)

/** Converts milliseconds (or another `unit`, given in seconds) to seconds; undefined if the value is not a duration. */
export const jsonSeconds = (value: unknown, unit = 0.001): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value / Math.round(1 / unit) : undefined
