import type { Item } from './session/state.ts'

/** Looks at the run again while its tests are executed. */
export type Looking = {
  /** Something is sent for a test. */
  touch: (test: string) => void
  /** Reads the run, unless a read is in flight; gives the tests whose state is not older than the one known here. */
  look: () => Promise<Item[]>
}

/** Makes it; `busy` are the tests that something is under way for. A run that cannot be read is read the next time. */
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
