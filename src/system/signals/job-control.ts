/** A shell's job control of a program that has the terminal: it may be stopped, continue, and lose the terminal. */
export type JobControl = {
  /** Stops this process, and those that a shell started with it, until the shell lets them go on. */
  suspend: () => void
  /** Ends them as Ctrl-\ does. */
  quit: () => void
  /** Stops listening. */
  close: () => void
}

/** Calls `listener` whenever a shell continues this process after a stop; returns a function that stops listening. */
export const onContinued = (listener: () => void): (() => void) => {
  process.on('SIGCONT', listener)
  return () => void process.off('SIGCONT', listener)
}

/**
 * Releases the terminal and takes it back around a shell's job control: calls `before` when the process stops or ends, `after` when it
 * continues. Windows has none of these signals.
 */
export const listenToJobControl = ({ before, after }: { before: () => void; after: () => void }): JobControl => {
  let isContinued = false
  let notStopped: NodeJS.Timeout | undefined
  /** Lets a signal have its default effect, with the terminal restored. */
  const leaveTo = (signal: 'SIGTSTP' | 'SIGQUIT', listener: () => void): void => {
    before()
    process.off(signal, listener)
    process.kill(process.pid, signal)
    process.on(signal, listener)
  }
  const stop = (): void => {
    isContinued = false
    leaveTo('SIGTSTP', stop)
    // The system does not stop a process that no shell could continue, as behind `ssh -t` and `script`. DECISIONS 463
    const goOn = () => void setImmediate(() => isContinued || notStopped === undefined || after())
    notStopped = setTimeout(goOn, 50)
  }
  const quit = (): void => leaveTo('SIGQUIT', quit)
  const onContinue = (): void => {
    isContinued = true
    after()
  }
  const signals = { SIGTSTP: stop, SIGQUIT: quit, SIGCONT: onContinue, exit: before } as const
  const names = Object.keys(signals) as (keyof typeof signals)[]
  const isPosix = process.platform !== 'win32'
  const heard = names.filter((name) => isPosix || name === 'exit')
  for (const name of heard) process.on(name, signals[name])
  const close = (): void => {
    clearTimeout(notStopped)
    notStopped = undefined
    for (const name of heard) process.off(name, signals[name])
  }
  // Zero means the whole process group, as when a terminal sends it.
  const send = (signal: NodeJS.Signals) => () => {
    if (isPosix) process.kill(0, signal)
  }
  return { suspend: send('SIGTSTP'), quit: send('SIGQUIT'), close }
}
