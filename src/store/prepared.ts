import type { Compilable } from 'kysely'
import { dialectOf, statementOf } from './queries.ts'
import type { Queries } from './table-types.ts'

/**
 * Builds a query once for each dialect and set of given fields, and then only sends it: building takes longer than SQLite takes to
 * answer, and a submission sends the same few queries a hundred thousand times. The given values must reach the query only as values,
 * and never decide how it is built. A list is for `in` and needs at least one value. It is padded with its last value to a power of
 * two, so that a few statements serve lists of any length.
 */
export const prepared = <Given extends object, Row>(
  build: (queries: Queries, given: Given) => Compilable<Row> & { execute: () => Promise<unknown[]> },
): ((queries: Queries, given: Given) => Promise<Row[]>) => {
  const kept = new Map<string, Prepared>()
  return async (queries, given) => {
    const send = statementOf(queries)
    if (!send) return (await build(queries, given).execute()) as Row[]
    const shape = `${dialectOf(queries)} ${shapeOf(given)}`
    const known = kept.get(shape) ?? prepare(build(queries, placesFor(given) as Given))
    kept.set(shape, known)
    const parameters = known.places.map((place) => (isPlace(place) ? valueAt(given, place) : place))
    const { rows } = await send(known.sql, parameters)
    return rows as Row[]
  }
}

/** Like `prepared`, for the same query on rows of different kinds: it is built once for each kind. */
export const preparedFor = <Kind, Given extends object, Row>(
  buildFor: (kind: Kind) => Parameters<typeof prepared<Given, Row>>[0],
): ((kind: Kind, queries: Queries, given: Given) => Promise<Row[]>) => {
  const kept = new Map<Kind, ReturnType<typeof prepared<Given, Row>>>()
  return (kind, queries, given) => {
    const known = kept.get(kind) ?? prepared(buildFor(kind))
    kept.set(kind, known)
    return known(queries, given)
  }
}

type Prepared = { sql: string; places: readonly unknown[] }
/** A placeholder for a value: that of a field, or the one `at` a position of its list. */
type Place = { placeOf: string; at?: number }

const shapeOf = (given: object): string => {
  let shape = ''
  for (const name in given) {
    const value = given[name as keyof typeof given] as unknown
    shape += Array.isArray(value) ? `${name}*${filled(value)},` : `${name},`
  }
  return shape
}

const filled = (list: readonly unknown[]): number => 2 ** Math.ceil(Math.log2(list.length))

const placesFor = (given: object): object =>
  Object.fromEntries(
    Object.entries(given).map(([placeOf, value]): [string, Place | Place[]] => [
      placeOf,
      Array.isArray(value) ? Array.from({ length: filled(value) }, (_, at) => ({ placeOf, at })) : { placeOf },
    ]),
  )

const valueAt = (given: object, { placeOf, at }: Place): unknown => {
  const value = (given as Record<string, unknown>)[placeOf]
  if (at === undefined) return value
  const list = value as readonly unknown[]
  return list[Math.min(at, list.length - 1)]
}

const prepare = (query: Compilable<unknown>): Prepared => {
  const { sql, parameters } = query.compile()
  return { sql, places: parameters }
}

const isPlace = (value: unknown): value is Place => typeof value === 'object' && value !== null && 'placeOf' in value
