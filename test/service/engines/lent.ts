import { UnavailableError } from '../../../src/errors.ts'
import type { Store } from '../../../src/store/index.ts'

/** A store that stays open after the test that uses it. */
export type Lent = {
  /** The store for the test, which may close it. */
  store: Store
  /** Ends the use, like closing: waits for work in progress and refuses later work. Returns the store if it is still open. */
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
      // Writes run one after another, so this one waits for those before it.
      await store.write(async () => undefined)
      return [store]
    },
  }
}
