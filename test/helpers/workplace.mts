import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'

/**
 * Prepares what all tests share: a temporary folder of this suite's own, which is `TMPDIR` for every test. However the suite
 * ends, the folder goes, and so does whatever still runs in it: servers, shells, terminals.
 */
export const prepareWorkplace = (): void => {
  const folder = mkdtempSync(join(tmpdir(), 'testctl-suite-'))
  // PostgreSQL runs as another user where the tests are run by root, and has to get to its data.
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
  // Every start of Node would read it, which takes twice as long as the start.
  delete process.env['NODE_EXTRA_CA_CERTS']
  process.once('exit', () => {
    for (const pid of runningIn(folder)) kill(pid)
    for (const disk of mountedIn(folder)) execFileSync('umount', ['-l', disk])
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  process.once('SIGTERM', () => process.exit(143))
  process.once('SIGHUP', () => process.exit(129))
}

/** The processes whose working directory is in `folder`, where the system tells (Linux). */
const runningIn = (folder: string): number[] => {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && `${workingDirectory(name)}${sep}`.startsWith(folder + sep))
      .map(Number)
  } catch {
    return []
  }
}

/** The disks that are mounted in `folder`. */
const mountedIn = (folder: string): string[] => {
  try {
    return readFileSync('/proc/mounts', 'utf8').match(new RegExp(`${folder}/\\S+`, 'g')) ?? []
  } catch {
    return []
  }
}

const workingDirectory = (pid: string): string => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
