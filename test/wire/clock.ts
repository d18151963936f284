/** A fake clock that stands still until `run`, which jumps from the end of one wait to the next and takes no real time. */
export type Clock = {
  now: () => number
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Runs until no wait is left, or until this time. */
  run: (until?: number) => Promise<void>
}

export const createClock = (start = 0): Clock => {
  let time = start
  const timers = new Set<{ at: number; ring: () => void }>()
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    now: () => time,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const timer = { at: time + Math.max(0, ms), ring: resolve }
        timers.add(timer)
        signal?.addEventListener('abort', () => {
          timers.delete(timer)
          reject(signal.reason as Error)
        })
      }),
    run: async (until = Infinity) => {
      for (;;) {
        await settled()
        const [next] = [...timers].sort((one, other) => one.at - other.at)
        if (!next || next.at > until) break
        timers.delete(next)
        time = Math.max(time, next.at)
        next.ring()
      }
      if (until !== Infinity) time = Math.max(time, until)
    },
  }
}
