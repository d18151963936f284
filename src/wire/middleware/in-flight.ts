import type { Sender } from '../outgoing.ts'

/** Called when the wait for an answer begins; returns the function that ends it. */
export type OnAwait = () => () => void

/** Reports each request while it is in flight, with all its retries and pauses. */
export const withObserver =
  (onAwait: OnAwait, transport: Sender): Sender =>
  async (request) => {
    const end = onAwait()
    try {
      return await transport(request)
    } finally {
      end()
    }
  }
