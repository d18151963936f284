import { onTestFinished } from 'vitest'
import type { Machine, Running } from './machine.ts'

export type Started = { url: string; key: string; child: Running; log: () => string }

/** Starts a line, whose process is killed when the test is over. */
export const startUntilEnd = (machine: Machine, line: string): Running => {
  const child = machine.start(line)
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Returns what a server prints in JSON when it listens. Rejects if it ends before. */
export const saidBy = (child: Running, log = (): string => ''): Promise<{ url: string; key?: string }> =>
  new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (data: Buffer) => (text += data).includes('}') && resolve(JSON.parse(text)))
    child.once('exit', () => reject(new Error(`it ended: ${log()}`)))
  })

/** Starts a server, and waits until it says where it listens. Only a first start prints a key; `key` is for later ones. */
export const serve = async (machine: Machine, flags = '', key = ''): Promise<Started> => {
  const child = startUntilEnd(machine, `testctl serve --port 0 --json ${flags}`)
  let log = ''
  child.stderr?.on('data', (text: Buffer) => (log += text))
  const { url, key: first = key } = await saidBy(child, () => log)
  return { url, key: first, child, log: () => log }
}

/** Sends a signal to a server, and returns how it ended. */
export const end = async ({ child }: Started, signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP' = 'SIGTERM') => {
  child.kill(signal)
  const { exitCode, stderr } = await child
  return { exitCode, stderr }
}
