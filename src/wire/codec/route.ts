import type { Endpoint } from '../../contract/endpoints/endpoint.ts'
import { type Contract, endpoints } from '../../contract/index.ts'
import { InterfaceError } from '../../errors.ts'
import { decodePercents } from '../../system/text/percents.ts'

/** What a method and a path match: an endpoint with its parameters, a path that has only other methods (`allow`), or nothing. */
export type Match =
  | { noun: keyof Contract; verb: string; row: Endpoint; parameters: Record<string, string>; allow?: never }
  | { row?: never; allow: readonly string[] }
  | undefined

/**
 * Fills the path of a route from a request. Throws an InterfaceError for a value that could change the shape of the path (TRAPS 7): typed
 * values are checked earlier, so this one comes from the service. DECISIONS 308
 */
export const formatPath = (route: string, request: Readonly<Record<string, unknown>>): string =>
  segmentsOf(route)
    .map((segment) => (segment.startsWith(':') ? formatSegment(segment.slice(1), request[segment.slice(1)]) : segment))
    .join('/')

/** Finds the endpoint of a path; undefined if there is no such path. Fixed words win over parameters. `formatPath` does the reverse. */
export const matchRoute = (method: string, path: string): Match => {
  const segments = path.split('/')
  const methods = patterns().find((pattern) => fits(pattern.segments, segments))?.methods
  const found = methods?.get(method)
  if (!found) return methods && { allow: [...methods.keys()].sort() }
  const { noun, verb, row } = found
  const parameters: Record<string, string> = {}
  found.segments.forEach((name, index) => {
    if (name.startsWith(':')) parameters[name.slice(1)] = decode(segments[index]!)
  })
  return { noun, verb, row, parameters }
}

/** Returns the method of a route: the `GET` of `GET /v1/projects`. */
export const methodOf = (route: string): string => route.slice(0, route.indexOf(' '))

/** Returns the path of a route, its parameters still open: `/v1/tests/:testId`. */
export const routePath = (route: string): string => route.slice(route.indexOf(' ') + 1)

/** Returns the names of the parameters in a route. */
export const parametersOf = (route: string): readonly string[] => {
  const known = named.get(route)
  if (known) return known
  const names = segmentsOf(route).flatMap((segment) => (segment.startsWith(':') ? [segment.slice(1)] : []))
  named.set(route, names)
  return names
}

// A batch looks the same route up ten thousand times.
const split = new Map<string, readonly string[]>()
const named = new Map<string, readonly string[]>()

const segmentsOf = (route: string): readonly string[] => {
  const known = split.get(route)
  if (known) return known
  const segments = routePath(route).split('/')
  split.set(route, segments)
  return segments
}

// Characters that servers and proxies may read as a separator, a step upwards or the end of the path, decoded once or twice; and invisible
// ones (\p{C} includes lone surrogates, which cannot be encoded).
const bends = (value: string): boolean => /[/\\?#%\p{C}]/u.test(value)

// The characters of usual ids. Building the pattern above takes as long as reading a short response.
const plain = /^[\w-]+$/

/** Whether a value can stand in a path, as one segment of it. */
export const isSegment = (value: unknown): value is string =>
  typeof value === 'string' && (plain.test(value) || !(value === '' || value === '.' || value === '..' || bends(value)))

const formatSegment = (name: string, value: unknown): string => {
  if (!isSegment(value))
    throw new InterfaceError(`${JSON.stringify(value ?? '')}, which the service gave, cannot be used as ${name}`, {
      hint: 'tell the operator of the service: an id in a path has no slash, \\, ?, # or %, is not dots alone, and holds nothing invisible',
    })
  return plain.test(value) ? value : encodeURIComponent(value)
}

// A segment that is badly escaped stays as it is: the percent sign makes the schema refuse it.
const decode = (segment: string): string => (segment.includes('%') ? decodePercents(segment) : undefined) ?? segment

/** Endpoints at the same path, whatever their parameters are called, by method. */
type Pattern = { segments: readonly string[]; methods: Map<string, Entry> }
type Entry = { noun: keyof Contract; verb: string; row: Endpoint; segments: readonly string[] }

let made: readonly Pattern[] | undefined

/** Returns the patterns of all endpoints, those with more fixed words first. */
const patterns = (): readonly Pattern[] => {
  if (made) return made
  const byShape = new Map<string, Pattern>()
  for (const [noun, verb, row] of endpoints()) {
    const segments = segmentsOf(row.route)
    const shape = segments.map((name) => (name.startsWith(':') ? ':' : name)).join('/')
    const pattern = byShape.get(shape) ?? { segments, methods: new Map() }
    pattern.methods.set(methodOf(row.route), { noun, verb, row, segments })
    byShape.set(shape, pattern)
  }
  return (made = [...byShape.values()].sort((one, other) => fixedIn(other) - fixedIn(one)))
}

const fixedIn = ({ segments }: Pattern): number => segments.filter((name) => !name.startsWith(':')).length

// The noun (segment 2) rules most patterns out, so it is compared first.
const fits = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern[2] === segments[2] &&
  pattern.every((name, index) => (name.startsWith(':') ? segments[index] !== '' : name === segments[index]))
