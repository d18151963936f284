/** The time in which the service does not answer: how to say so, and the pause before it is asked again. */
type Outage = {
  /** What is wrong, for people; undefined while nothing is. */
  trouble: () => string | undefined
  /** The service has failed since it last answered. */
  isOn: () => boolean
  /** Nothing is sent until the pause is over. */
  isPaused: () => boolean
  /** Notes that an answer is late. */
  late: () => void
  /** Notes a failure and pauses, unless another one did. `isUrgent`: for no time. */
  fail: (message: string, isUrgent: boolean) => void
  /** Ends it: the service has answered. */
  over: () => void
  /** Ends the pause early. */
  wake: () => void
  /** Stops the clock. */
  close: () => void
}

/** Creates it; `pause` gives the milliseconds after so many failures in a row, and `resume` sends again. */
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
      // Several requests that were in flight together tell of one outage.
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
