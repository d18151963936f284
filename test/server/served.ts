import http from 'node:http'
import net from 'node:net'
import { PassThrough } from 'node:stream'
import { onTestFinished } from 'vitest'
import { createDashboard, createDashboardDeps, createSite } from '../../src/server/browser.ts'
import { createFairLimit, serve, type ServeOptions } from '../../src/server/index.ts'
import type { RunFeed } from '../../src/server/pages/run-feed.ts'
import {
  createApiOf,
  createKeys,
  createReadRunRevision,
  createSearch,
  createService,
  createSessions,
  createWrongKeyCounter,
  limitedTo,
} from '../../src/service/index.ts'
import { openStore, probeStore, readStoreId } from '../../src/store/index.ts'

export type Answer = { status: number; headers: http.IncomingHttpHeaders; body: string }

type Asked = http.RequestOptions & { body?: string | Buffer; key?: string }

/** Starts a server in this process on an empty store with a key of each role, and collects its log. */
export const startServed = async ({ feed, ...options }: Partial<ServeOptions> & { feed?: RunFeed } = {}) => {
  const store = await openStore(':memory:')
  const keys = createKeys({ store })
  const keyOf = async (role: 'owner' | 'writer' | 'reader') =>
    (await keys.create({ name: `the ${role}`, role, createdBy: 'ana' })).secret
  const secrets = { owner: await keyOf('owner'), writer: await keyOf('writer'), reader: await keyOf('reader') }
  const log = new PassThrough()
  const lines: string[] = []
  log.on('data', (text: Buffer) => lines.push(...text.toString().trim().split('\n')))
  const countWrongKey = createWrongKeyCounter({ store })
  const deps = createDashboardDeps({
    keys,
    sessions: createSessions({ store }),
    storeId: await readStoreId(store),
    countWrongKey,
    now: store.now,
  })
  // Answers are limited in size, as in testctl serve.
  const fairLimit = createFairLimit()
  const service = createService(store, store.now, { fairLimit })
  const { url, stop } = await serve({
    apiOf: createApiOf(service),
    fairLimit,
    site: createSite({
      dashboard: deps,
      apiOf: ({ id, name }) => limitedTo('reader', service(name, { keyId: id })),
      searchOf: createSearch(store),
      runRevisionOf: createReadRunRevision(store),
      ...(feed && { feed }),
    }),
    find: keys.find,
    countWrongKey,
    checkStore: () => probeStore(store),
    dashboard: createDashboard(deps),
    log: { to: log, level: 'debug' },
    ...options,
  })
  onTestFinished(async () => {
    await stop()
    await store.close()
  })
  return {
    url,
    stop,
    store,
    secrets,
    /** Returns the log as text and as parsed lines. */
    logged: () => ({ text: lines.join('\n'), lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) }),
    /** Sends a request, by default with the writer's key. */
    ask: (path: string, { key = secrets.writer, ...asked }: Asked = {}): Promise<Answer> =>
      ask(url, path, { ...asked, headers: { ...(key && { 'x-api-key': key }), ...asked.headers } }),
    /** Opens a raw socket, from a given address of this computer. `closed` resolves with everything that it received. */
    dial: (localAddress?: string) => dial(url, localAddress),
  }
}

export const ask = (url: string, path: string, { body, ...options }: Asked): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const request = http.request({ hostname, port, path, agent: false, ...options }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(body)
  })

const dial = (url: string, localAddress?: string) => {
  const socket = net.connect({
    port: Number(new URL(url).port),
    host: '127.0.0.1',
    ...(localAddress && { localAddress }),
  })
  let heard = ''
  socket.on('data', (data) => (heard += data))
  socket.on('error', () => undefined)
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(heard)))
  onTestFinished(() => void socket.destroy())
  return { socket, closed, heard: () => heard }
}
