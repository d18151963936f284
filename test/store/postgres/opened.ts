import { expect, onTestFinished } from 'vitest'
import { openStore, type Store } from '../../../src/store/index.ts'
import { type Options } from '../../../src/store/engine.ts'

/** Opens a store until the test is over. */
export const open = async (address: string, options?: Options): Promise<Store> => {
  const store = await openStore(address, options)
  onTestFinished(store.close)
  return store
}

/** The error of an attempt, which must not succeed. */
export const failure = (attempt: Promise<unknown>) =>
  attempt.then(
    () => expect.fail('it did not fail'),
    (error: unknown) => error as { name: string; message: string; hint: string; status?: number },
  )
