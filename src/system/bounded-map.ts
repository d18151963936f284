type Kept<Value> = { value: Value; at: number }

/** Values by name, of which only so many are kept, and only so long. */
export type BoundedMap<Value> = {
  get: (name: string) => Value | undefined
  /** Keeps it as the youngest of all, in the place of what the name had before. */
  set: (name: string, value: Value) => void
  delete: (name: string) => void
  clear: () => void
}

/**
 * Makes one for names that anybody can make up: beyond `most`, the oldest goes. A value lasts so many milliseconds after it
 * was set; a clock that was set back by more than that proves nothing of it.
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
 * Finds the first entry of a map, again and again. Each new iterator steps over the thousands of places that were deleted before
 * the first entry; one that goes on does not.
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
