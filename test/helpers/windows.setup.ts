import { existsSync } from 'node:fs'
import { lstat, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { execa } from 'execa'
import { cache, nodeForWindows, prefix, windowsNode, wineEnvironment, wineIsMissing } from './windows.ts'

/**
 * Prepares what the lane runs on: the Windows build of Node, and a Windows folder of wine's. Both stay in
 * node_modules/.cache. Without wine it says in one line that the lane is skipped; under CI that is an error.
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
  // It stays for half a minute after the last program: starting it for each one would take longer than the tests.
  await execa('wineserver', ['-p30'], { env: wineEnvironment, reject: false, stdio: 'ignore' })
  return async () => {
    await execa('wineserver', ['-k'], { env: wineEnvironment, reject: false, stdio: 'ignore' })
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

/** Node asks for Windows 10. The libraries, which wine copies, become links to those that are installed. */
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
