import type { Sender } from '../outgoing.ts'

/** Is told when an answer begins to be awaited, and gives back what is called when it is there or never will be. */
export type OnAwait = () => () => void

/** Tells of each request while it is under way, with all its repetitions and pauses. */
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
