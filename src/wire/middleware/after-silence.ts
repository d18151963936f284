/**
 * Calls `giveUp` after `ms` milliseconds; returns a function that cancels it. If the process was suspended when the time was up, it first
 * reads what has arrived meanwhile, because timers run before sockets. DECISIONS 534
 */
export const afterSilence = (ms: number, giveUp: () => void): (() => void) => {
  const due = performance.now() + ms
  let timer = setTimeout(() => {
    if (performance.now() - due < standstill) return giveUp()
    timer = setTimeout(giveUp, hearing)
  }, ms)
  return () => clearTimeout(timer)
}

// In milliseconds: a timer that is later than this shows that the process was suspended, not just busy; and the time to read what has
// arrived.
const standstill = 500
const hearing = 500
