/** A wait until everything is sent, and how many attempts had begun by then. */
type Drain = { end: (isSent: boolean) => void; begun: number }

/** Those who wait until everything is sent, and the attempts to send, which have numbers. */
export type Drains = {
  /** Gives an attempt its number. */
  begin: () => number
  /**
   * Reports that the service was away at an attempt. Tells whether it is to be asked again at once: a wait that began while the attempt
   * was under way ends with one that began after it, because what is answered late tells of what may be over.
   */
  fail: (attempt: number) => boolean
  /** Waits; false when an attempt has failed since. */
  wait: () => Promise<boolean>
  /** Ends the waits that need not go on: all of them where everything is sent, or nothing more will be. */
  settle: (state: { isEmpty: boolean; isOver: boolean }) => void
}

/** Makes them, without any. */
export const createDrains = (): Drains => {
  let waiting: readonly Drain[] = []
  let begun = 0
  let lastFailed = 0
  return {
    begin: () => ++begun,
    fail: (attempt) => {
      lastFailed = Math.max(lastFailed, attempt)
      return waiting.some((drain) => attempt <= drain.begun)
    },
    wait: () => new Promise((end) => (waiting = [...waiting, { end, begun }])),
    settle: ({ isEmpty, isOver }) => {
      const mayEnd = (drain: Drain): boolean => isEmpty || isOver || lastFailed > drain.begun
      const ending = waiting.filter(mayEnd)
      waiting = waiting.filter((drain) => !mayEnd(drain))
      for (const { end } of ending) end(isEmpty)
    },
  }
}
