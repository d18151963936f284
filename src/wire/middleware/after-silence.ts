/**
 * Calls `giveUp` after `ms` milliseconds; returns what calls it off. Where this process stood still when the time was up, what has come in
 * meanwhile is heard first: timers have their turn before sockets. DECISIONS 534
 */
export const afterSilence = (ms: number, giveUp: () => void): (() => void) => {
  const due = performance.now() + ms
  let timer = setTimeout(() => {
    if (performance.now() - due < standstill) return giveUp()
    timer = setTimeout(giveUp, hearing)
  }, ms)
  return () => clearTimeout(timer)
}

// In milliseconds: how late a timer is of which the process did not just have much to do, and what it takes to read what waits.
const standstill = 500
const hearing = 500
