/**
 * Calls `tell` when an answer is late, long before its request times out: after three seconds at first, then after twice as
 * long each time, so that a slow service is not reported at every key.
 */
export const watchAnswers = (tell: () => void) => {
  let patience = 3000
  let timer: NodeJS.Timeout | undefined
  const end = (): void => clearTimeout(timer)
  return {
    /** Starts the timer: a request is under way. */
    begin: () => {
      end()
      timer = setTimeout(() => {
        patience *= 2
        tell()
      }, patience).unref()
    },
    /** Stops the timer: no request is under way. */
    end,
  }
}
