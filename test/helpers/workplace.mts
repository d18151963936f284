import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'

/**
 * Prepares what all tests share: a temporary folder of this suite's own, which is `TMPDIR` for every test and has room for so many
 * megabytes. However the suite ends, the folder goes, and so does whatever still runs in it: servers, shells, terminals.
 */
export const prepareWorkplace = ({ room }: { room: number }): void => {
  const folder = makeFolder(room)
  // PostgreSQL runs as another user where the tests are run by root, and has to get to what is made for it.
  process.umask(0o022)
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

const megabyte = 1024 ** 2

/**
 * Makes the folder in memory where there is plenty of it (Linux), because stores wait for the disk at the end of every command. A
 * `TMPDIR` that somebody has set is where it goes.
 */
const makeFolder = (room: number): string => {
  const memory = '/dev/shm'
  if (!process.env['TMPDIR'] && existsSync(memory) && freeIn(memory) > 2048) {
    const folder = makeIn(memory)
    if (runsPrograms(folder)) return folder
    rmSync(folder, { recursive: true })
  }
  const free = freeIn(tmpdir())
  if (free < room) fail(`the tests need ${room} MB in ${tmpdir()}, and ${Math.floor(free)} MB are free`)
  return makeIn(tmpdir())
}

const makeIn = (parent: string): string => mkdtempSync(join(parent, 'testctl-suite-'))

const fail = (message: string): never => {
  process.stderr.write(`error: ${message}\n  try: TMPDIR=/a/larger/folder npm test\n`)
  process.exit(1)
}

/** How many megabytes are free where a folder is. */
const freeIn = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return (bavail * bsize) / megabyte
}

/** Whether a file in a folder can be run as a program. Some systems forbid it in memory. */
const runsPrograms = (folder: string): boolean => {
  const program = join(folder, 'program')
  try {
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    execFileSync(program)
    return true
  } catch {
    return false
  } finally {
    rmSync(program, { force: true })
  }
}

/**
 * The processes whose working directory is in `folder`, or that were given it as theirs, as what a test starts is, wherever it works;
 * where the system tells (Linux).
 */
const runningIn = (folder: string): number[] => {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && belongsTo(folder, `/proc/${name}`))
      .map(Number)
  } catch {
    return []
  }
}

const belongsTo = (folder: string, running: string): boolean => {
  try {
    const isThere = `${readlinkSync(join(running, 'cwd'))}${sep}`.startsWith(folder + sep)
    return isThere || readFileSync(join(running, 'environ'), 'utf8').includes(`TMPDIR=${folder}\0`)
  } catch {
    // It has ended, or is another user's.
    return false
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

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
