type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Returns the fields of a row that an update changes; undefined if it names none. DECISIONS 14 */
export const changedFields = <T extends object>(fields: T): Defined<T> | undefined => {
  const named = Object.entries(fields).filter(([, value]) => value !== undefined)
  return named.length > 0 ? (Object.fromEntries(named) as Defined<T>) : undefined
}
