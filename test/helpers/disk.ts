import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Whether this user may mount a disk. Tried in a separate mount namespace, which ends with the trial. */
export const mountable = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

/** Mounts a small, empty disk at an existing folder. `size` is like `512k`. */
export const mount = async (folder: string, size: string): Promise<void> => {
  await run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
}

/** Unmounts a disk, even if a process still uses it. */
export const unmount = async (folder: string): Promise<void> => {
  await run('umount', ['-l', folder]).catch(() => undefined)
}
