/**
 * Aborts `controller` when `outer` aborts, or after `ms` milliseconds with the reason `late`; returns a function that ends the wait. If the
 * process was suspended when the time was up, it first reads what has arrived meanwhile, because timers run before sockets. DECISIONS 534
 */
export const abortAfterSilence = (
  controller: AbortController,
  { outer, ms, late }: { outer: AbortSignal | undefined; ms: number; late: Error },
): (() => void) => {
  const pass = () => controller.abort(outer?.reason)
  const giveUp = () => controller.abort(late)
  const due = performance.now() + ms
  let timer = setTimeout(() => {
    if (performance.now() - due < standstill) return giveUp()
    timer = setTimeout(giveUp, hearing)
  }, ms)
  outer?.addEventListener('abort', pass)
  if (outer?.aborted) pass()
  return () => {
    clearTimeout(timer)
    outer?.removeEventListener('abort', pass)
  }
}

// In milliseconds: a timer that is later than this shows that the process was suspended, not just busy; and the time to read what has
// arrived.
const standstill = 500
const hearing = 500
