import { onTestFinished } from 'vitest'
import type { Machine, Running } from './machine.ts'

export type Started = { url: string; key: string; child: Running; log: () => string }

/** Starts something that goes on running until the test is over. */
export const startUntilEnd = (machine: Machine, line: string): Running => {
  const child = machine.start(line)
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** What something that serves says in JSON when it listens. */
export const saidBy = (child: Running, log = (): string => ''): Promise<{ url: string; key?: string }> =>
  new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (data: Buffer) => (text += data).includes('}') && resolve(JSON.parse(text)))
    child.once('exit', () => reject(new Error(`it ended: ${log()}`)))
  })

/** Starts a server, and waits until it says where it listens; the key is there the first time only. */
export const serve = async (machine: Machine, flags = '', key = ''): Promise<Started> => {
  const child = startUntilEnd(machine, `testctl serve --port 0 --json ${flags}`)
  let log = ''
  child.stderr?.on('data', (text: Buffer) => (log += text))
  const { url, key: first = key } = await saidBy(child, () => log)
  return { url, key: first, child, log: () => log }
}

/** What a signal makes of it. */
export const end = async ({ child }: Started, signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP' = 'SIGTERM') => {
  // Not execa's, which sends another signal five seconds later.
  process.kill(child.pid ?? 0, signal)
  const { exitCode, stderr } = await child
  return { exitCode, stderr }
}
