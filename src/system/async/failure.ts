/** A promise that never resolves, and what makes it fail. That it fails while nothing waits for it is no unhandled rejection. */
export const createFailure = (): { failed: Promise<never>; fail: (error: unknown) => void } => {
  let fail: (error: unknown) => void = () => undefined
  const failed = new Promise<never>((_, reject) => (fail = reject))
  failed.catch(() => undefined)
  return { failed, fail }
}
