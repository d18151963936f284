/** Keeps the first error since the last `clear`, also of statements whose answer was not awaited. */
export const createFailures = () => {
  let first: { error: unknown } | undefined
  return {
    watch: <T>(sent: Promise<T>): Promise<T> => {
      sent.catch((error: unknown) => (first ??= { error }))
      return sent
    },
    any: () => first !== undefined,
    check: () => {
      if (first) throw first.error
    },
    clear: () => {
      first = undefined
    },
  }
}
