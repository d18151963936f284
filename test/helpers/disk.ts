import { execa, execaSync } from 'execa'

/** Whether this user may mount a disk; found out in a namespace of its own, which ends with the trial. */
export const mountable =
  execaSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { reject: false }).exitCode === 0

/** Mounts a small, empty disk at an existing folder; a size like `512k`. */
export const mount = async (folder: string, size: string): Promise<void> => {
  await execa('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
}

/** Takes a disk away again, whoever still has it open. */
export const unmount = async (folder: string): Promise<void> => {
  await execa('umount', ['-l', folder], { reject: false })
}
