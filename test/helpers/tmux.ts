import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

type Reply = { lines: string[]; settle: (text: string) => void; fail: (error: Error) => void }

export type Tmux = {
  /** Runs one tmux command, and returns what it prints. */
  run: (...words: string[]) => Promise<string>
  /** Waits until a program has written to the terminal since the last call. Half a second at most: a resize changes the screen too. */
  news: () => Promise<void>
  /** Resolves when the tmux server has ended. */
  ended: Promise<unknown>
}

/**
 * Starts a client of the tmux server behind `socket`, which ends with the server. Commands go through its stdin (tmux(1), "Control
 * mode"): a process for each would take longer than the tests themselves.
 */
export const attachTmux = (socket: string, env: Record<string, string>): Tmux => {
  const words = ['-S', socket, '-C', 'attach', '-f', 'ignore-size']
  const client = spawn('tmux', words, { env, stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = new Promise((resolve) => client.once('close', resolve).once('error', resolve))
  // Replies come in the order of the commands. The first is the reply to `attach`.
  const open: Reply[] = [{ lines: [], settle: () => undefined, fail: () => undefined }]
  let begun: string | undefined
  let isChanged = false
  let wake = (): void => undefined
  const hear = (line: string): void => {
    const [, kind, mark] = /^(%\w+) ?(.*)$/.exec(line) ?? []
    if (begun === undefined) {
      // Notifications come only between replies.
      if (kind === '%begin') begun = mark
      else if (kind === '%output') {
        isChanged = true
        wake()
      }
    } else if ((kind === '%end' || kind === '%error') && mark === begun) {
      begun = undefined
      const { lines = [], settle, fail } = open.shift() ?? {}
      if (kind === '%end') settle?.(lines.join('\n'))
      else fail?.(new Error(`tmux: ${lines.join('\n')}`))
    } else open[0]?.lines.push(line)
  }
  let rest = ''
  client.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(hear)
  })
  client.stdin.on('error', () => undefined)
  void ended.then(() => {
    for (const { fail } of open.splice(0)) fail(new Error('tmux has ended'))
  })
  const run: Tmux['run'] = (...words) =>
    new Promise((settle, fail) => {
      if (client.exitCode !== null) return fail(new Error('tmux has ended'))
      open.push({ lines: [], settle, fail })
      client.stdin.write(`${words.map(quoted).join(' ')}\n`)
    })
  const news = async (): Promise<void> => {
    if (!isChanged) {
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((resolve) => {
        wake = resolve
        timer = setTimeout(resolve, 500)
      })
      clearTimeout(timer)
    }
    // Output comes in pieces: gives the rest a moment to arrive.
    await sleep(20)
    isChanged = false
  }
  return { run, news, ended }
}

/** Quotes a word for tmux, in double quotes. Control characters are escaped, because each line is a command. */
const quoted = (word: string): string => `"${word.replace(/["\\$]/g, '\\$&').replace(/[\0-\x1f]/g, octal)}"`
const octal = (sign: string): string => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`
