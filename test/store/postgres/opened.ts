import { expect, onTestFinished } from 'vitest'
import { openStore, type Store } from '../../../src/store/index.ts'
import { type Options } from '../../../src/store/engine.ts'

/** Opens a store and closes it when the test ends. */
export const open = async (address: string, options?: Options): Promise<Store> => {
  const store = await openStore(address, options)
  onTestFinished(store.close)
  return store
}

/** Returns the error of an attempt. Fails the test if the attempt succeeds. */
export const failure = (attempt: Promise<unknown>) =>
  attempt.then(
    () => expect.fail('it did not fail'),
    (error: unknown) => error as { name: string; message: string; hint: string; status?: number },
  )
