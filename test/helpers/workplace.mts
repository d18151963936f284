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
import { dirname, join, sep } from 'node:path'

/**
 * Creates the temporary folder of this suite, which is `TMPDIR` for every test and has at least `room` megabytes. When the suite ends,
 * also by SIGTERM or SIGHUP, kills everything that still runs in it (servers, shells, terminals), and removes it. If tests
 * failed, and its disk is full by then, says so: thousands may have failed for that reason alone.
 */
export const prepareWorkplace = ({ room }: { room: number }): void => {
  const folder = makeFolder(room)
  // If root runs the tests, PostgreSQL runs as another user, who has to reach the files that are made for it.
  process.umask(0o022)
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
  // Every start of Node would read this bundle, which takes twice as long as the start itself.
  delete process.env['NODE_EXTRA_CA_CERTS']
  process.once('exit', (code) => {
    for (const pid of runningIn(folder)) kill(pid)
    if (code !== 0 && freeIn(folder) < 16)
      complain(`the disk of ${dirname(folder)} is full, which may be why tests failed`)
    for (const disk of mountedIn(folder)) execFileSync('umount', ['-l', disk])
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  process.once('SIGTERM', () => process.exit(143))
  process.once('SIGHUP', () => process.exit(129))
}

const megabyte = 1024 ** 2

/**
 * Makes the folder in memory if there is plenty of it (Linux), because stores wait for the disk at the end of every command. If the
 * user has set `TMPDIR`, makes it there.
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
  complain(message)
  process.exit(1)
}

const complain = (message: string): void =>
  void process.stderr.write(`error: ${message}\n  try: TMPDIR=/a/larger/folder npm test\n`)

/** Returns how many megabytes are free on the disk of a folder. */
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
 * Returns the processes whose working directory is in `folder`, or whose `TMPDIR` it is, like that of most processes that tests
 * start. Only Linux lists them; on other systems there are none.
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
    // It has already ended.
  }
}
