import type { Item } from './session/state.ts'

/** Reads the run again while its tests are executed. */
export type Looking = {
  /** Notes that something is sent for a test: a read under way may have its old state. */
  touch: (test: string) => void
  /** Reads the run, unless a read is under way; returns the tests whose state is not older than the one known here. */
  look: () => Promise<Item[]>
}

/** Creates it; `busy` returns the tests that have operations under way. A failed read returns no tests. */
export const createLooking = (read: () => Promise<Item[]>, busy: () => Iterable<string>): Looking => {
  let touched: Set<string> | undefined
  return {
    touch: (test) => void touched?.add(test),
    look: async () => {
      if (touched) return []
      touched = new Set(busy())
      const items = await read().catch(() => [])
      const fresh = items.filter(({ id }) => !touched?.has(id))
      touched = undefined
      return fresh
    },
  }
}
