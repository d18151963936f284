import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'undici'
import { testctl } from '../helpers/program.ts'

/** An answer of a server. Its status is 0 if the connection broke before the answer was complete. */
export type Answer = { status: number; body: Record<string, unknown> }

export type Asked = { body?: unknown; key?: string; idempotencyKey?: string; signal?: AbortSignal | undefined }

/** A `testctl serve` in a separate process. */
export type Server = {
  url: string
  /** The owner's key of the store that it serves. */
  key: string
  ask: (method: string, path: string, asked?: Asked) => Promise<Answer>
  /** Kills it, as a power cut would. */
  kill: () => Promise<void>
  /** Ends it as an administrator would (SIGTERM), and returns the exit code. */
  stop: () => Promise<number | null>
}

/** Starts so many servers in front of one store. The first makes the store and its key. */
export const startServers = async (store: string, count: number): Promise<Server[]> => {
  const first = await startServer(store)
  const others = Array.from({ length: count - 1 }, () => startServer(store, first.key))
  return [first, ...(await Promise.all(others))]
}

/** Starts a server, which makes the store and its key unless they exist. `known` is the existing key. */
export const startServer = async (store: string, known?: string): Promise<Server> => {
  const flags = ['--store', store, '--port', '0', '--json', '--log-level', 'silent', '--rate-limit', '0']
  const child = spawn(...testctl(['serve', ...flags]), { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  const { url, key = known ?? '' } = JSON.parse(await hear(child)) as { url: string; key?: string }
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    return (await ended)[0] as number | null
  }
  return {
    url,
    key,
    ask: (method, path, asked = {}) => ask(method, url + path, { key, ...asked }),
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  }
}

/** Returns what the server prints when it listens. Rejects with its stderr if it ends instead. */
const hear = (child: ReturnType<typeof spawn>): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ''
    let complaint = ''
    child.stdout?.on('data', (data) => (said += String(data)).trimEnd().endsWith('}') && resolve(said))
    child.stderr?.on('data', (data) => (complaint += String(data)))
    child.once('exit', () => reject(new Error(`the server ended: ${complaint}`)))
  })

/** Sends a request and reads its answer. `fetch` would take twice the work, which counts in races of thousands of requests. */
export const ask = async (
  method: string,
  url: string,
  { key = '', body, idempotencyKey, signal }: Asked,
): Promise<Answer> => {
  const headers = {
    'x-api-key': key,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  }
  try {
    const sent = { headers, signal: signal ?? null, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const response = await request(url, { method: method as 'GET', ...sent })
    return { status: response.statusCode, body: (await response.body.json()) as Record<string, unknown> }
  } catch {
    return { status: 0, body: {} }
  }
}
