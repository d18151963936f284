import type { Values } from '../../contract/api-calls.ts'
import type * as z from 'zod/mini'
import { type Issue, UsageError } from '../../errors.ts'
import { parseJson } from './json.ts'
import { decodePercents } from '../../system/text/percents.ts'

type Shape = Readonly<Record<string, z.ZodMiniType>>

/**
 * Formats values as a query: a list with commas; an object as `customFields[key]=value`, or as JSON if a key would read as a nested one
 * (DECISIONS 6, 310). Leaves out undefined and null values, empty lists and empty objects.
 */
export const toQuery = (values: Values): string =>
  Object.entries(values)
    .flatMap(([name, value]) => parts(name, value))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&')

/**
 * Parses a query into the types of the request's schema. A value that does not convert stays text, so that the schema refuses it. A
 * parameter that is nested, given twice or badly escaped becomes an issue.
 */
export const fromQuery = (query: string, shape: Shape): { values: Record<string, unknown>; issues: Issue[] } => {
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  const issues: Issue[] = []
  for (const part of query.split('&')) {
    if (part === '') continue
    const [name, text] = split(part)
    if (name === undefined || text === undefined) {
      issues.push({ path: name ?? part.slice(0, 200), message: 'is badly escaped' })
      continue
    }
    const [, field, key] = /^([^[\]]+)\[(.*)\]$/s.exec(name) ?? []
    if (field !== undefined && key !== undefined && kindOf(shape, field) === 'record') {
      const record = (values[field] ??= Object.create(null)) as Record<string, unknown>
      if (isNested(key))
        issues.push({
          path: name,
          message: `is nested: fields are compared as text; for a key with brackets write ${field}={"KEY":"TEXT"}`,
        })
      else if (typeof record !== 'object' || key in record) issues.push({ path: name, message: 'is given twice' })
      else record[key] = text
    } else if (name in values) issues.push({ path: name, message: 'is given twice' })
    else values[name] = convert(kindOf(shape, name), text)
  }
  return { values, issues }
}

const parts = (name: string, value: unknown): [string, string][] => {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.length > 0 ? [[name, value.map(String).join(',')]] : []
  if (typeof value === 'object' && Object.keys(value).some(isNested)) return [[name, JSON.stringify(value)]]
  if (typeof value === 'object') return Object.entries(value).map(([key, one]) => [`${name}[${key}]`, String(one)])
  return [[name, String(value)]]
}

/** Whether a key in brackets would read as a nested one: `a][b`. */
const isNested = (key: string): boolean => key.includes('][')

const encode = (text: string): string => {
  if (!text.isWellFormed()) throw new UsageError(`${JSON.stringify(text)} is not well-formed text`)
  return encodeURIComponent(text)
}

const split = (part: string): [string | undefined, string | undefined] => {
  const at = part.indexOf('=')
  return at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))]
}

const decode = (text: string): string | undefined => decodePercents(text.replaceAll('+', ' '))

/** Returns the schema of a field, looking inside `optional`; undefined for an unknown field. */
export const fieldSchema = (shape: Shape, name: string): z.ZodMiniType | undefined => {
  const schema = Object.hasOwn(shape, name) ? shape[name] : undefined
  const { type, innerType } = (schema?._zod.def ?? {}) as { type?: string; innerType?: z.ZodMiniType }
  return type === 'optional' ? innerType : schema
}

const kindOf = (shape: Shape, name: string): string | undefined => fieldSchema(shape, name)?._zod.def.type

const convert = (kind: string | undefined, text: string): unknown => {
  if (kind === 'number' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return Number(text)
  if (kind === 'array') return text === '' ? [] : text.split(',')
  if (kind === 'record') return parseJson(text) ?? text
  return text
}
