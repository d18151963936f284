import { UnavailableError } from '../../../src/errors.ts'
import type { Store } from '../../../src/store/index.ts'

/** A store that stays open after the test that has it. */
export type Lent = {
  /** To the test it is a store of its own, which it may close. */
  store: Store
  /** Ends that as closing does: waits for what is in progress and refuses what comes later. Gives the store, if it is open. */
  takeBack: () => Promise<Store[]>
}

/** Lends a store to a test. */
export const lend = (store: Store): Lent => {
  let isOver = false
  let isClosed = false
  const ifLent = <T>(work: () => Promise<T>): Promise<T> =>
    isOver ? Promise.reject(new UnavailableError('the store was lent', { status: 503 })) : work()
  return {
    store: {
      ...store,
      read: (work) => ifLent(() => store.read(work)),
      write: (work) => ifLent(() => store.write(work)),
      close: () => {
        isClosed = true
        return store.close()
      },
    },
    takeBack: async () => {
      isOver = true
      if (isClosed) return []
      // One write comes after the other.
      await store.write(async () => undefined)
      return [store]
    },
  }
}
