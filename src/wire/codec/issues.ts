import type * as z from 'zod/mini'
import type { Issue } from '../../errors.ts'

type Problem = z.core.$ZodIssue

/** How many issues of one request or response are listed. */
export const mostIssues = 20

/**
 * Describes the problems that a schema found in a value: `steps[0].action must be text`. Lists unknown fields one by one. Keeps the first
 * `mostIssues` problems, and as many unknown fields of each.
 */
export const describeIssues = (problems: readonly Problem[], value: unknown): Issue[] =>
  problems
    .slice(0, mostIssues)
    .flatMap((problem) =>
      problem.code === 'unrecognized_keys'
        ? problem.keys
            .slice(0, mostIssues)
            .map((key) => ({ path: formatFieldPath([...problem.path, key]), message: unknownName(key) }))
        : [{ path: formatFieldPath(problem.path), message: describe(problem, valueAt(value, problem.path)) }],
    )

/** Returns the message for an unknown field. `__proto__` cannot be a field name, because JavaScript uses it. DECISIONS 310 */
export const unknownName = (name: string): string =>
  name === '__proto__' ? 'is a name that no field can have' : 'is not known'

/** Joins issues into one sentence; spells out only the first five. */
export const joinIssues = (issues: readonly Issue[]): string => {
  const told = issues.slice(0, 5).map(({ path, message }) => (path ? `${path} ${message}` : message))
  return issues.length > told.length ? `${told.join('; ')}; and ${issues.length - told.length} more` : told.join('; ')
}

/** Formats the place of a field: `cases[3].id`. */
const formatFieldPath = (path: readonly PropertyKey[]): string =>
  path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index > 0 ? `.${String(part)}` : String(part)))
    .join('')

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const describe = (problem: Problem, value: unknown): string => {
  if (value === undefined && problem.code !== 'custom') return 'is missing'
  switch (problem.code) {
    case 'invalid_type':
      return `must be ${kinds[problem.expected] ?? problem.expected}`
    case 'invalid_value':
      return `must be ${problem.values.length > 1 ? 'one of ' : ''}${problem.values.map(String).join(', ')}`
    case 'too_small':
      return `must ${bound(problem.origin, 'at least', problem.minimum)}`
    case 'too_big':
      return `must ${bound(problem.origin, 'at most', problem.maximum)}`
    case 'invalid_format':
      // A pattern explains nothing to a user; the contract states its rule in words.
      return problem.pattern ? problem.message : `must be a well-formed ${problem.format}`
    case 'invalid_union':
      return `must be ${[...new Set(problem.errors.flat().map((one) => kindExpected(one)))].join(' or ')}`
    case 'custom':
      return problem.message
    default:
      return 'is not valid'
  }
}

const kindExpected = (problem: Problem): string =>
  problem.code === 'invalid_type' ? (kinds[problem.expected] ?? problem.expected) : 'valid'

const bound = (origin: string, which: string, count: number | bigint): string =>
  origin === 'string'
    ? `have ${which} ${count} ${count === 1 ? 'character' : 'characters'}`
    : origin === 'array'
      ? `have ${which} ${count} ${count === 1 ? 'item' : 'items'}`
      : `be ${which} ${count}`

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], value)
