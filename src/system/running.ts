import { readFileSync } from 'node:fs'

/**
 * Whether a process exists and has not ended; on Linux a zombie has ended. `start`, as `startOf` returns it, distinguishes it from a later
 * process with the same number.
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
 * Returns when a process started: the id of the computer's boot, and the ticks since then; no two processes with one number have the same.
 * Setting the clock does not change it. Undefined if the system does not tell: only Linux does.
 */
export const startOf = (pid: number, fields = fieldsOf(pid)): string | undefined => {
  const boot = fields && read('/proc/sys/kernel/random/boot_id')?.trim()
  return boot && `${boot}/${fields?.[19]}`
}

/** Returns what Linux tells about a process, from its state (the third field in proc(5)) on. */
const fieldsOf = (pid: number): readonly string[] | undefined =>
  process.platform === 'linux'
    ? // The name of the program comes before, in parentheses, and may contain parentheses itself.
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
