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
  const all = new Map<string, { value: Value; at: number }>()
  const isOver = ({ at }: { at: number }): boolean => Math.abs(now() - at) >= lasts
  return {
    get: (name) => {
      const kept = all.get(name)
      if (kept === undefined || !isOver(kept)) return kept?.value
      all.delete(name)
      return undefined
    },
    set: (name, value) => {
      all.delete(name)
      for (const [oldest, kept] of all) {
        if (all.size < most && !isOver(kept)) break
        all.delete(oldest)
      }
      all.set(name, { value, at: now() })
    },
    delete: (name) => void all.delete(name),
    clear: () => all.clear(),
  }
}
