/** Creates a promise that only `fail` settles, by rejecting it. A rejection that nothing awaits is not reported as unhandled. */
export const createFailure = (): { failed: Promise<never>; fail: (error: unknown) => void } => {
  let fail: (error: unknown) => void = () => undefined
  const failed = new Promise<never>((_, reject) => (fail = reject))
  failed.catch(() => undefined)
  return { failed, fail }
}
