type Kept<Value> = { value: Value; at: number }

/** Values by name, limited in number and in age. */
export type BoundedMap<Value> = {
  get: (name: string) => Value | undefined
  /** Replaces the value of the name, and makes it the youngest. */
  set: (name: string, value: Value) => void
  delete: (name: string) => void
  clear: () => void
}

/**
 * Creates a map for names that a client can invent: once it has `most` of them, the oldest is removed for each new one. A value expires
 * after `lasts` milliseconds, or if the clock was set back by that much.
 */
export const createBoundedMap = <Value>({
  most,
  lasts = Infinity,
  now = () => performance.now(),
}: {
  most: number
  lasts?: number
  now?: () => number
}): BoundedMap<Value> => {
  // In the order in which they were set, so that the first is the one to forget.
  const all = new Map<string, Kept<Value>>()
  const oldest = createFirst(all)
  const isOver = ({ at }: Kept<Value>): boolean => Math.abs(now() - at) >= lasts
  return {
    get: (name) => {
      const kept = all.get(name)
      if (kept === undefined || !isOver(kept)) return kept?.value
      all.delete(name)
      return undefined
    },
    set: (name, value) => {
      all.delete(name)
      for (let first = oldest(); first; first = oldest()) {
        const [forgotten, kept] = first
        if (all.size < most && !isOver(kept)) break
        all.delete(forgotten)
      }
      all.set(name, { value, at: now() })
    },
    delete: (name) => void all.delete(name),
    clear: () => all.clear(),
  }
}

/**
 * Returns a function that finds the first entry of a map, again and again. Each new iterator would step over the thousands of places of
 * deleted entries before the first one; an iterator that continues does not.
 */
const createFirst = <Value>(all: ReadonlyMap<string, Kept<Value>>) => {
  let entries = all.entries()
  let first = entries.next()
  return (): readonly [string, Kept<Value>] | undefined => {
    while (!first.done && all.get(first.value[0]) !== first.value[1]) first = entries.next()
    if (first.done) first = (entries = all.entries()).next()
    return first.value
  }
}
