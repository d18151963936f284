import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Checks that a server can do its work: rejects when it is stopping, and when the store does not answer within two
 * seconds. Checks at the same time share one query to the store.
 */
export const createReadiness = ({
  checkStore,
  isStopping,
}: {
  checkStore: () => Promise<unknown>
  isStopping: () => boolean
}): (() => Promise<void>) => {
  let asked: Promise<void> | undefined
  const ask = async (): Promise<void> => {
    const giveUp = new AbortController()
    const late = sleep(2000, undefined, { signal: giveUp.signal }).then(() => Promise.reject(new Error('late')))
    late.catch(() => undefined)
    try {
      await Promise.race([checkStore(), late])
    } catch (cause) {
      throw new Error('the store cannot be used now', { cause })
    } finally {
      giveUp.abort()
      asked = undefined
    }
  }
  return async () => {
    if (isStopping()) throw new Error('the server is stopping')
    await (asked ??= ask())
  }
}
