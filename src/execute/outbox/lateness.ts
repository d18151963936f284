/**
 * Tells that answers are late, long before a request is given up: after three seconds without one, and each time it is told only
 * after twice as long, so that a slow service is not told of at every key.
 */
export const watchAnswers = (tell: () => void) => {
  let patience = 3000
  let timer: NodeJS.Timeout | undefined
  const end = (): void => clearTimeout(timer)
  return {
    /** Something is under way from now on. */
    begin: () => {
      end()
      timer = setTimeout(() => {
        patience *= 2
        tell()
      }, patience).unref()
    },
    /** Nothing is under way. */
    end,
  }
}
