import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { testctl } from '../helpers/program.ts'

type Started = {
  /** The store that it serves, which has no key yet unless that is known. */
  store?: string
  options?: readonly string[]
  /** Takes what ends it: else it ends with the test. */
  atEnd?: (end: () => Promise<void>) => void
}

/**
 * `testctl serve` in a process of its own over a new store in a file. `held` is how many MB of memory it has now, `grown` by how
 * many it has grown at most.
 */
export const startProcess = async ({ store, options = [], atEnd = onTestFinished }: Started = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'testctl-server-'))
  const flags = [
    '--store',
    store ?? `file:${join(folder, 'team.db')}`,
    '--port',
    '0',
    '--json',
    '--log-level',
    'silent',
    ...options,
  ]
  const child = spawn(...testctl(['serve', ...flags]), { stdio: ['ignore', 'pipe', 'inherit'] })
  atEnd(async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  const said = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (data) => (text += String(data)).includes('}') && resolve(text))
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  const { url, key = '' } = JSON.parse(said) as { url: string; key?: string }
  const megabytes = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024
  const before = megabytes('VmRSS')
  return {
    url,
    key,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    held: () => megabytes('VmRSS'),
    grown: () => megabytes('VmHWM') - before,
    /** Sends bytes on a connection of its own; gives what was answered by the time that it was closed. */
    send: (head: string, body: Buffer): Promise<string> => send(url, head, body),
  }
}

/** The status of a small request. `/readyz` would be 503 where the store has no turn for two seconds, as on a busy machine. */
export const asked = async ({ url, key }: { url: string; key: string }): Promise<number> => {
  const answer = await fetch(`${url}/v1/projects`, { headers: { 'x-api-key': key } })
  await answer.arrayBuffer()
  return answer.status
}

const send = (url: string, head: string, body: Buffer): Promise<string> =>
  new Promise((resolve) => {
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1')
    let heard = ''
    socket.on('data', (data) => (heard += String(data))).on('error', () => undefined)
    socket.once('close', () => resolve(heard))
    socket.write(head)
    socket.write(body)
  })
