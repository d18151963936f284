import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { testctl } from '../helpers/program.ts'

type Started = {
  /** The store to serve. By default a new one; its first key is then read from the output. */
  store?: string
  options?: readonly string[]
  /** Registers the function that ends the server. By default, the server ends with the test. */
  atEnd?: (end: () => Promise<void>) => void
}

/**
 * Starts `testctl serve` as a process. `held` returns its current memory in MB, `grown` how many MB its peak is above the memory
 * after the start.
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
    /** Sends bytes on a new connection. Returns everything that was received until it was closed. */
    send: (head: string, body: Buffer): Promise<string> => send(url, head, body),
  }
}

/** Returns the status of a small request. On a busy machine, `/readyz` could be 503: the store may not run for two seconds. */
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
