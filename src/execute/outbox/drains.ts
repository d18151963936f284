/** A wait until everything is sent; `begun` is the number of attempts that had begun before it. */
type Drain = { end: (isSent: boolean) => void; begun: number }

/** The waits until everything is sent, and the numbered attempts to send. */
export type Drains = {
  /** Begins an attempt, and returns its number. */
  begin: () => number
  /**
   * Notes that the service was away at an attempt; returns whether to try again at once. A wait fails only because of an attempt that
   * began after it: a failure of an earlier attempt may be about an outage that is over.
   */
  fail: (attempt: number) => boolean
  /** Waits until everything is sent; false if a later attempt failed, or nothing more will be sent. */
  wait: () => Promise<boolean>
  /** Ends the waits that need not go on: all of them if everything is sent, or nothing more will be. */
  settle: (state: { isEmpty: boolean; isOver: boolean }) => void
}

/** Creates the list of waits, empty. */
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
