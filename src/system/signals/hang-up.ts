import { fstatSync, readFileSync, statSync } from 'node:fs'

/**
 * Whether to listen to SIGHUP, which would undo `nohup`. Node undoes `nohup` anyway, before this runs. Bun, in the executables for machines
 * without Node, keeps it; there testctl listens only if Linux shows that the signal is not ignored. DECISIONS 325
 */
export const hearsHangUp = (): boolean => {
  if (process.versions['bun'] === undefined) return true
  try {
    const [, ignored = '1'] = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
    return (BigInt(`0x${ignored}`) & 1n) === 0n
  } catch {
    return false
  }
}

/**
 * Ends the process by SIGHUP if its terminal is gone, after all work is done: a shell sees 129, the same as the exit code. Node 20 would
 * abort, because it cannot restore the terminal's settings, and may leave a core dump. DECISIONS 325
 */
export const endWithoutTerminal = (): void => {
  if (Number.parseInt(process.versions.node, 10) > 20 || ![0, 1, 2].some(isDeadTerminal)) return
  process.removeAllListeners('SIGHUP')
  process.kill(process.pid, 'SIGHUP')
}

/** Whether a descriptor is a device that is no longer a terminal. Other devices, such as /dev/full, have the major number of /dev/null. */
const isDeadTerminal = (descriptor: number): boolean => {
  try {
    const found = fstatSync(descriptor)
    if (!found.isCharacterDevice() || found.rdev >> 8 === statSync('/dev/null').rdev >> 8) return false
    return !process.getBuiltinModule('node:tty').isatty(descriptor)
  } catch {
    // It is closed.
    return false
  }
}
