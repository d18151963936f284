import { fstatSync, readFileSync, statSync } from 'node:fs'

/**
 * Whether to listen to SIGHUP, which would undo `nohup`. Node undoes `nohup` anyway, before this runs; Bun, in the files for
 * machines without Node, keeps it, as Linux shows. DECISIONS 325
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
 * Leaves the end to SIGHUP where the terminal is gone, after all that was to be done: a shell sees 129, as it does of the exit code. Node 20
 * aborts there, because it cannot give the terminal its settings back, and may leave a dump of its memory. DECISIONS 325
 */
export const endWithoutTerminal = (): void => {
  if (Number.parseInt(process.versions.node, 10) > 20 || ![0, 1, 2].some(isDeadTerminal)) return
  process.removeAllListeners('SIGHUP')
  process.kill(process.pid, 'SIGHUP')
}

/** Whether a descriptor is a device that is no terminal any more. Others, such as /dev/full, are of the kind of /dev/null. */
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
