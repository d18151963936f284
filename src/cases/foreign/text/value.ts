import { isObject } from '../../../system/json/is-object.ts'

/** Formats a JSON value as text: a list with commas, an object that has only a name and ids by its name, other objects as JSON. */
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
