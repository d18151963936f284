/** Starts a time limit. The function that it returns says how many milliseconds are left, 0 once the limit has passed. */
export const timeLeft = (limitMs: number): (() => number) => {
  const began = performance.now()
  return () => Math.max(0, limitMs - (performance.now() - began))
}
