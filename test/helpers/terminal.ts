import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { binary, sharedCache } from './program.ts'
import { attachTmux } from './tmux.ts'

/** A terminal with a shell in it: keys go in, and what is on the screen can be waited for. */
export type Terminal = {
  folder: string
  /** Types `text` literally, then presses `keys`: `Tab`, `Enter`, `C-c`. */
  type: (text: string, ...keys: string[]) => Promise<void>
  /**
   * Waits until the screen shows this; throws with the screen if it never does. Also throws if the screen showed this before the last
   * keys were typed, because it would not prove that they were read.
   */
  see: (expected: RegExp) => Promise<string>
  /** Runs a line of the shell that only prepares the test, and empties the screen. */
  prepare: (line: string) => Promise<void>
  /** Empties the line and the screen. */
  clear: () => Promise<void>
  resize: (columns: number, rows: number) => Promise<void>
  /** Returns the screen with its color escape sequences. */
  colors: () => Promise<string>
  /** Returns the screen and its scrollback. */
  history: () => Promise<string>
  close: () => Promise<void>
}

export const prompt = 'ready>'

/** Starts bash in a terminal, with a prompt that a test can wait for and a service in a file. */
export const openBash = (): Promise<Terminal> =>
  openTerminal(['env', `PS1=${prompt}`, 'TESTCTL_URL=file:./team.db', 'TERM=xterm-256color', 'bash', '--norc'])

/** Starts a shell in a terminal, in an empty folder that is its home too, with `testctl` in its PATH. */
export const openTerminal = async (
  command: readonly string[],
  { testctl = binary }: { testctl?: string | undefined } = {},
): Promise<Terminal> => {
  const folder = await mkdtemp(join(tmpdir(), 'testctl-tty-'))
  const bin = await mkdtemp(join(tmpdir(), 'testctl-bin-'))
  await symlink(testctl, join(bin, 'testctl'))
  const env = {
    PATH: [bin, dirname(process.execPath), process.env['PATH']].join(delimiter),
    HOME: folder,
    XDG_CACHE_HOME: sharedCache(),
    LANG: 'C.UTF-8',
    SHELL: '/bin/sh',
  }
  const socket = join(bin, 'tmux')
  const size = ['-x', '110', '-y', '50']
  const begin = ['-S', socket, '-f', '/dev/null', 'new-session', '-d', ...size, ...command]
  await promisify(execFile)('tmux', begin, { cwd: folder, env })
  const tmux = attachTmux(socket, env)

  const screen = async (): Promise<string> => (await tmux.run('capture-pane', '-p')).trimEnd()
  const shows = async (expected: RegExp, milliseconds: number): Promise<string | undefined> => {
    for (const end = performance.now() + milliseconds; performance.now() < end;) {
      const shown = await screen()
      if (expected.test(shown)) return shown
      await tmux.news()
    }
    return undefined
  }
  let before: string | undefined
  const see = async (expected: RegExp): Promise<string> => {
    if (before !== undefined && expected.test(before))
      throw new Error(`the screen showed ${String(expected)} before the keys were typed`)
    before = undefined
    const shown = await shows(expected, 60_000)
    if (shown === undefined) throw new Error(`the screen never showed ${String(expected)}:\n${await screen()}`)
    return shown
  }
  const type = async (text: string, ...keys: string[]): Promise<void> => {
    before = await screen()
    if (text) await tmux.run('send-keys', '-l', '--', text)
    if (keys.length > 0) await tmux.run('send-keys', ...keys)
  }
  const clear = async (): Promise<void> => {
    // Tries again: a shell drops the keys that came before it began to read.
    for (let tries = 0; tries < 40; tries++) {
      await type('', 'C-e', 'C-u', 'C-l')
      before = undefined
      if (await shows(new RegExp(`^${prompt}$`), 1500)) return
    }
    throw new Error(`the line could not be emptied:\n${await screen()}`)
  }
  return {
    folder,
    type,
    see,
    clear,
    prepare: async (line) => {
      await type(`${line}; echo do''ne`, 'Enter')
      await see(/^done$/m)
      await clear()
    },
    resize: async (columns, rows) => {
      await tmux.run('resize-window', '-x', String(columns), '-y', String(rows))
    },
    history: () => tmux.run('capture-pane', '-p', '-S', '-'),
    colors: () => tmux.run('capture-pane', '-p', '-e'),
    close: async () => {
      await tmux.run('kill-server').catch(() => undefined)
      await tmux.ended
      for (const path of [folder, bin]) await rm(path, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
