import type * as z from 'zod/mini'
import { mostCustomFields } from '../contract/endpoints/fields.ts'
import type { Issue } from '../errors.ts'
import { describeIssues, mostIssues } from './codec/issues.ts'
import { fieldSchema } from './codec/query.ts'

/** The largest body of a request, in bytes. */
export const bodyLimit = 1024 * 1024

type Shape = Readonly<Record<string, z.ZodMiniType>>

/**
 * Checks the size of a body before its schema validates every part: many unknown names, lists that are too long or hold wrong items,
 * objects with too many fields. The schema would find all of these too, but take a second for it.
 */
export const checkExtent = (body: Readonly<Record<string, unknown>>, shape: Shape): Issue[] => {
  const unknown = Object.keys(body).filter((name) => !Object.hasOwn(shape, name))
  if (unknown.length > mostIssues)
    return unknown.slice(0, mostIssues).map((path) => ({ path: path.slice(0, 200), message: 'is not known' }))
  return Object.keys(body).flatMap((name) => checkField(name, body[name], shape))
}

const checkField = (path: string, value: unknown, shape: Shape): Issue[] => {
  const schema = fieldSchema(shape, path)
  const { type, element, checks = [] } = (schema?._zod.def ?? {}) as Definition
  if (type === 'array' && element && Array.isArray(value)) {
    const most = checks.find(({ _zod }) => _zod.def.check === 'max_length')?._zod.def.maximum
    if (most !== undefined && value.length > most) return [{ path, message: `must have at most ${most} items` }]
    return checkItems(path, value, element)
  }
  if (type === 'record' && typeof value === 'object' && value !== null) {
    const count = Object.keys(value).length
    if (count > mostCustomFields)
      return [{ path, message: `must have at most ${mostCustomFields} fields, not ${count}` }]
  }
  return []
}

/** Returns the first issues in a list of more than `mostIssues` items; nothing for a shorter list. */
const checkItems = (name: string, items: readonly unknown[], element: z.ZodMiniType): Issue[] => {
  const issues: Issue[] = []
  for (let index = 0; items.length > mostIssues && index < items.length && issues.length < mostIssues; index++) {
    const { error } = element.safeParse(items[index])
    if (!error) continue
    const placed = error.issues.map((issue) => ({ ...issue, path: [name, index, ...issue.path] }))
    for (const issue of describeIssues(placed, { [name]: items })) issues.push(issue)
  }
  return issues.slice(0, mostIssues)
}

type Definition = {
  type?: string
  element?: z.ZodMiniType
  checks?: { _zod: { def: { check: string; maximum?: number } } }[]
}
