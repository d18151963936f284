import { isObject } from '../../../system/json/is-object.ts'

/** A value of JSON as a text: a list of single values with commas between, an object by its name, else as JSON. */
export const valueText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(valueText).filter(Boolean).join(', ')
  if (!isObject(value)) return String(value)
  const fields = value as Record<string, unknown>
  if (Object.keys(fields).length === 0) return ''
  for (const name of ['name', 'title', 'key', 'value'])
    if (typeof fields[name] === 'string' && Object.keys(fields).every((key) => nameless.has(key) || key === name))
      return fields[name]
  return JSON.stringify(value)
}

const nameless = new Set(['id', 'self', 'kind', 'rank'])
