import { readFileSync } from 'node:fs'

/**
 * Whether a process is there and has not ended; on Linux one that its parent has not waited for has ended. `start`, as `startOf` gives it,
 * tells it from a later process with the same number.
 */
export const isRunning = (pid: number, start?: string): boolean => {
  const fields = fieldsOf(pid)
  if (fields?.[0] === 'Z' || (start !== undefined && (startOf(pid, fields) ?? start) !== start)) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // It exists, and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * When a process started: the start of the computer that it belongs to, and the ticks since then, by which no other process has the same
 * number. No clock that is set changes it. Undefined where the system does not tell: only Linux does.
 */
export const startOf = (pid: number, fields = fieldsOf(pid)): string | undefined => {
  const boot = fields && read('/proc/sys/kernel/random/boot_id')?.trim()
  return boot && `${boot}/${fields?.[19]}`
}

/** What Linux tells of a process, from its state (the third field in proc(5)) on. */
const fieldsOf = (pid: number): readonly string[] | undefined =>
  process.platform === 'linux'
    ? // The name of the program stands before, in parentheses, and may have some of its own.
      read(`/proc/${pid}/stat`)
        ?.replace(/^.*\) /s, '')
        .split(' ')
    : undefined

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return undefined
  }
}
