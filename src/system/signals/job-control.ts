/** What a shell does to a program that has the terminal: it may be stopped, go on, and lose the terminal. */
export type JobControl = {
  /** Stops this process, and those that a shell started with it, until the shell lets them go on. */
  suspend: () => void
  /** Hears nothing more. */
  close: () => void
}

/** Hears that a shell lets this process go on after a stop, until what is given back is called. */
export const onContinued = (listener: () => void): (() => void) => {
  process.on('SIGCONT', listener)
  return () => void process.off('SIGCONT', listener)
}

/**
 * Hears of what a shell does, so that the terminal can be put back before: `before` a stop or the end, and `after` going on.
 * Windows has no such signals.
 */
export const listenToJobControl = ({ before, after }: { before: () => void; after: () => void }): JobControl => {
  const stop = (): void => {
    before()
    // Its own listener would only call it again.
    process.kill(process.pid, 'SIGSTOP')
  }
  const signals = { SIGTSTP: stop, SIGCONT: after, exit: before } as const
  const names = Object.keys(signals) as (keyof typeof signals)[]
  const isPosix = process.platform !== 'win32'
  const heard = names.filter((name) => isPosix || name === 'exit')
  for (const name of heard) process.on(name, signals[name])
  const close = (): void => {
    for (const name of heard) process.off(name, signals[name])
  }
  return {
    suspend: () => {
      // Zero: the whole group, as a terminal does it.
      if (isPosix) process.kill(0, 'SIGTSTP')
    },
    close,
  }
}
