import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import { cache, nodeForWindows, prefix, windowsNode, wineEnvironment, wineIsMissing } from './windows.ts'

/**
 * Prepares the Windows build of Node and a wine prefix, and starts wine's server. Node and the prefix stay in node_modules/.cache. If
 * wine is missing, prints one line saying that the lane is skipped; under CI it throws.
 */
export default async (): Promise<(() => Promise<void>) | undefined> => {
  if (wineIsMissing) {
    const advice = 'apt-get install wine'
    if (process.env['CI']) throw new Error(`CI runs every test, and this machine lacks wine: ${advice}`)
    console.error(`skipping the tests on Windows, which need wine (${advice})`)
    return undefined
  }
  await mkdir(cache, { recursive: true })
  if (!existsSync(windowsNode)) await fetchNode()
  if (!existsSync(prefix)) await makePrefix()
  return startServer()
}

/** The exit code of the lane if wine itself has failed (sysexits.h: EX_TEMPFAIL). test/windows/run.mjs then runs the lane again. */
const wineHasFailed = 75

/**
 * Starts wine's server, which acts as the Windows kernel, once for all tests: starting it for each program would take longer than the
 * tests. If it crashes, as Debian's did once in some sixty runs, its programs exit with 0 or hang, which says nothing about testctl.
 */
const startServer = async (): Promise<() => Promise<void>> => {
  // Ends the server of a suite that was killed, which would otherwise last half a minute longer than its last program.
  await execa('wineserver', ['-k'], { env: wineEnvironment, reject: false, stdio: 'ignore' })
  for (const left of await serverFolders()) await rm(join(cache, left), { recursive: true })
  const server = spawn('wineserver', ['-f', '-p30'], {
    env: { ...process.env, ...wineEnvironment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let isOver = false
  const ended = new Promise<void>((resolve) => {
    server.once('exit', (code, signal) => {
      resolve()
      if (isOver) return
      console.error(
        `wine's server has ended by itself (${signal ?? code}): what ran on Windows says nothing about testctl`,
      )
      void endAll().finally(() => process.exit(wineHasFailed))
    })
  })
  while (!(await listens())) await sleep(20)
  return async () => {
    isOver = true
    server.kill('SIGINT')
    await ended
  }
}

/** Returns the folders that Debian's wine makes: one for the server of each prefix. */
const serverFolders = async (): Promise<string[]> => (await readdir(cache)).filter((name) => name.startsWith('wine-'))

/** Whether programs can find the server. A program that cannot would start another one. */
const listens = async (): Promise<boolean> => {
  const folders = (await serverFolders()).map((name) => join(cache, name))
  const servers = await Promise.all(folders.map(async (at) => (await readdir(at)).map((name) => join(at, name))))
  return servers.flat().some((at) => existsSync(join(at, 'socket')))
}

/** Ends every program in the prefix. */
const endAll = async (): Promise<void> => {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const variables = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    if (variables.includes(`WINEPREFIX=${prefix}\0`)) process.kill(Number(pid), 'SIGKILL')
  }
}

const fetchNode = async (): Promise<void> => {
  const { stdout } = await execa('npm', ['pack', nodeForWindows, '--silent', '--pack-destination', cache])
  const archive = join(cache, basename(stdout.trim()))
  const unpacked = join(cache, 'unpacked')
  await mkdir(unpacked, { recursive: true })
  await execa('tar', ['xzf', archive, '-C', unpacked])
  await rename(join(unpacked, 'package/bin/node.exe'), windowsNode)
  await rm(archive)
  await rm(unpacked, { recursive: true })
}

/** Makes a wine prefix for Windows 10, which Node asks for. Replaces wine's copies of its libraries by links to the installed ones. */
const makePrefix = async (): Promise<void> => {
  const made = `${prefix}.new`
  await rm(made, { recursive: true, force: true })
  const env = { ...wineEnvironment, WINEPREFIX: made, HOME: cache }
  const options = { env, stdio: 'ignore' } as const
  await execa('wineboot', ['-i'], options)
  const version = ['add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f']
  await execa('wine', ['reg', ...version], options)
  await execa('wineserver', ['-k', '-w'], { ...options, reject: false })
  const libraries = await findLibraries()
  if (libraries !== undefined) await linkLibraries(join(made, 'drive_c/windows/system32'), libraries)
  await rename(made, prefix)
}

const findLibraries = async (): Promise<string | undefined> => {
  const folders = ['/usr/lib', ...(await readdir('/usr/lib')).map((name) => join('/usr/lib', name))]
  return folders.map((folder) => join(folder, 'wine/x86_64-windows')).find((folder) => existsSync(folder))
}

const linkLibraries = async (folder: string, libraries: string): Promise<void> => {
  for (const name of await readdir(libraries)) {
    const copy = await lstat(join(folder, name)).catch(() => undefined)
    if (!copy?.isFile()) continue
    await rm(join(folder, name))
    await symlink(join(libraries, name), join(folder, name))
  }
}
