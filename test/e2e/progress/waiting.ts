import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startRemote } from '../../helpers/remote.ts'
import { createMachine } from '../machine.ts'
import { seed } from '../seed.ts'

export const key = 'canary-0123456789'

export const later = (milliseconds: number): Promise<void> => setTimeout(milliseconds)
export const slow = () => later(1500)

/** What takes a line away again. */
export const gone = '\r\u001b[K'

export type Waiting = Awaited<ReturnType<typeof openWaiting>>

/** A service in use that can be slow, at the end of a socket, and a machine with a terminal. */
export const openWaiting = async () => {
  const machine = await createMachine({ TERM: 'xterm-256color', NO_COLOR: '1', TESTCTL_API_KEY: key })
  await seed(machine.folder)
  const remote = await startRemote(key, `file:${join(machine.folder, 'team.db')}`)
  machine.env['TESTCTL_URL'] = remote.url
  return {
    machine,
    remote,
    /** Types a line into a terminal of so many columns, and gives back everything that the terminal got. */
    onTerminal: async (line: string, { columns = 80 } = {}): Promise<string> => {
      const { stdout } = await machine.shell(
        `script -qec 'stty cols ${columns}; ${line.replaceAll("'", `'\\''`)}; echo code $?' /dev/null < /dev/null`,
      )
      return stdout
    },
    close: async () => {
      await remote.close()
      await machine.remove()
    },
  }
}
