/** The state of an outage of the service: its message, and the pause before the next attempt. */
type Outage = {
  /** Returns the message about the trouble; undefined without any. */
  trouble: () => string | undefined
  /** Whether the service has failed since it last answered. */
  isOn: () => boolean
  /** Whether sending is paused. */
  isPaused: () => boolean
  /** Notes that an answer is late. */
  late: () => void
  /** Notes a failure and pauses, unless a pause is on already. With `isUrgent` the pause has no length. */
  fail: (message: string, isUrgent: boolean) => void
  /** Ends the outage: the service has answered. */
  over: () => void
  /** Ends the pause early. */
  wake: () => void
  /** Stops the timer. */
  close: () => void
}

/** Creates the state without an outage. `pause` returns the milliseconds after a number of failures in a row; `resume` sends again. */
export const createOutage = (pause: (failures: number) => number, resume: () => void): Outage => {
  let failures = 0
  let trouble: string | undefined
  let timer: NodeJS.Timeout | undefined

  const wake = (): void => {
    clearTimeout(timer)
    timer = undefined
    resume()
  }
  return {
    trouble: () => trouble,
    isOn: () => failures > 0,
    isPaused: () => timer !== undefined,
    late: () => {
      trouble ??= 'The service has not answered for a while'
    },
    fail: (message, isUrgent) => {
      // Requests that were in flight together fail in the same outage, which counts once.
      if (timer) return
      failures += 1
      trouble = `The service does not answer (${message})`
      timer = setTimeout(wake, isUrgent ? 0 : pause(failures))
    },
    over: () => {
      failures = 0
      trouble = undefined
    },
    wake,
    close: () => clearTimeout(timer),
  }
}
