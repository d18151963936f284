import { EventEmitter, once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../../helpers/ports.ts'
import { startRemote } from '../../helpers/remote.ts'
import { createMachine } from '../machine.ts'
import { seed } from '../seed.ts'

export const key = 'canary-0123456789'

export const later = (milliseconds: number): Promise<void> => setTimeout(milliseconds)

/** Matches the status line of a command that has waited for a second. A busy machine shows it later. */
export const waits = /, \d+ s\u001b\[K/

/** The escape sequence that removes the status line. */
export const gone = '\r\u001b[K'

export type Waiting = Awaited<ReturnType<typeof openWaiting>>

/** Starts a service with data behind a socket, which can be slow, and creates a machine with a terminal. */
export const openWaiting = async () => {
  const machine = await createMachine({ TERM: 'xterm-256color', NO_COLOR: '1', TESTCTL_API_KEY: key })
  await seed(machine.folder)
  const remote = await startRemote(key, `file:${join(machine.folder, 'team.db')}`, await freePort())
  machine.env['TESTCTL_URL'] = remote.url
  let seen = ''
  const news = new EventEmitter()
  const hear = (text: string) => {
    seen += text
    news.emit('more')
  }
  return {
    machine,
    remote,
    /** Waits until the terminal has received this. An answer after a fixed time could come before the status line. */
    shows: async (expected: RegExp): Promise<void> => {
      while (!expected.test(seen)) await once(news, 'more', { signal: AbortSignal.timeout(60_000) })
    },
    /** Types a line into a terminal of `columns` columns, and returns everything that the terminal received. */
    onTerminal: async (line: string, { columns = 80 } = {}): Promise<string> => {
      seen = ''
      const typed = `stty cols ${columns}; ${line.replaceAll("'", `'\\''`)}; echo code $?`
      const { stdout } = await machine.shell(`script -qec '${typed}' /dev/null < /dev/null`, { hear })
      return stdout
    },
    close: async () => {
      await remote.close()
      await machine.remove()
    },
  }
}
