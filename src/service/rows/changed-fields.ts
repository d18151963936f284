type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The fields that an update names, of those that a row has; undefined where it names none. DECISIONS 14 */
export const changesOf = <T extends object>(fields: T): Defined<T> | undefined => {
  const named = Object.entries(fields).filter(([, value]) => value !== undefined)
  return named.length > 0 ? (Object.fromEntries(named) as Defined<T>) : undefined
}
