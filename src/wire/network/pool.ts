import { isUtf8 } from 'node:buffer'
import type { Socket } from 'node:net'
import { buildConnector, Client, type Dispatcher } from 'undici'
import type { Address } from './address.ts'
import { createClientPool } from './client-pool.ts'
import { explainNetworkError } from './errors.ts'
import { parseJson } from '../codec/json.ts'
import { noteBroken } from '../../contract/case-texts.ts'
import type { Response } from '../message.ts'
import type { OutgoingRequest, Sender } from '../outgoing.ts'
import { TransportError } from '../request-outcome.ts'
import { isPage, isSuccess } from '../codec/responses.ts'
import { useBaselineCompiler } from '../../system/web-assembly.ts'

/**
 * Connection options. undici's timeouts are off: a server that drips bytes never triggers them, so `withDeadline` limits the whole call.
 */
export const connectionOptions = {
  pipelining: 1,
  headersTimeout: 0,
  bodyTimeout: 0,
  maxResponseSize: 64 * 1024 * 1024,
} as const

/**
 * Creates a transport to the service at an address, over HTTP/1.1 connections that are kept. Follows no redirects and retries nothing.
 * `open` makes an indirect connection, such as through a proxy, from sockets that `connect` opens. `close` aborts all that is in progress.
 * DECISIONS 24
 */
export const remote = (options: {
  address: Address
  connections?: number | undefined
  open?: ((connect: buildConnector.connector) => Dispatcher) | undefined
}): { transport: Sender; close: () => Promise<void> } => {
  const { address, open, connections: most = 32 } = options
  const connector = createConnector()
  const straight = (connect: buildConnector.connector) => new Client(address.origin, { ...connectionOptions, connect })
  const clients = createClientPool(() => (open ?? straight)(connector.connect), most)
  let inFlight = 0
  let closed = false
  const send = async (request: OutgoingRequest) => {
    const client = clients.take()
    inFlight += 1
    try {
      const { dispatcher } = client
      return await whileParserCompiles(exchange({ dispatcher, address, request, proxied: open !== undefined }))
    } catch (error) {
      throw closed && error instanceof TransportError ? atTheEnd(error) : error
    } finally {
      inFlight -= 1
      clients.giveBack(client)
    }
  }
  const transport: Sender = async (request) => {
    const { response, delimited } = await send(request)
    refuseEncoded(response)
    if (!delimited && isCutShort(request, response))
      throw new TransportError('the answer was cut short', { outcome: 'unknown', transient: true, code: 'CUT_SHORT' })
    return response
  }
  // Idle connections end with the process. Aborts busy ones, and a request for a tunnel that the proxy has not answered, even if no request
  // waits for it any more.
  const close = async () => {
    closed = true
    connector.abandon()
    if (inFlight > 0 || open) await clients.destroy()
  }
  return { transport, close }
}

// After `close`, this is a page that was read ahead and is not awaited: a retry would keep the process alive.
const atTheEnd = (error: TransportError): TransportError =>
  new TransportError(error.message, { outcome: error.outcome, transient: false, code: error.code, cause: error })

// undici does not abort a connection attempt, which would keep the process alive for up to ten seconds.
const createConnector = (): { connect: buildConnector.connector; abandon: () => void } => {
  const inFlight = new Set<Socket>()
  const build = buildConnector({ timeout: 10_000 }) as (...parameters: Parameters<buildConnector.connector>) => Socket
  const connect: buildConnector.connector = (options, callback) => {
    const socket = build(options, (...result) => {
      inFlight.delete(socket)
      callback(...result)
    })
    inFlight.add(socket)
  }
  return {
    connect,
    abandon: () => {
      for (const socket of inFlight) socket.destroy()
    },
  }
}

/** Sends a request and resolves to its response; `delimited` tells whether the response said where it ends. */
const exchange = ({
  dispatcher,
  address,
  request,
  proxied,
}: {
  dispatcher: Dispatcher
  address: Address
  request: OutgoingRequest
  proxied: boolean
}): Promise<{ response: Response; delimited: boolean }> =>
  new Promise((resolve, reject) => {
    const { signal } = request
    let controller: Dispatcher.DispatchController | undefined
    let status = 0
    let headers: Record<string, string> = {}
    const chunks: Buffer[] = []
    const fail = (error: unknown) => {
      signal?.removeEventListener('abort', giveUp)
      const started = controller !== undefined
      reject(explainNetworkError({ error, address, started, headless: status === 0, reason: signal?.reason, proxied }))
    }
    const giveUp = () => {
      fail(signal?.reason)
      controller?.abort(new Error('given up'))
    }
    if (signal?.aborted) return giveUp()
    signal?.addEventListener('abort', giveUp)
    dispatcher.dispatch(
      {
        origin: address.origin,
        path: address.prefix + request.path + (request.query && `?${request.query}`),
        method: request.method as Dispatcher.HttpMethod,
        headers: Object.assign({ 'user-agent': 'testctl', 'accept-encoding': 'identity' }, request.headers),
        body: request.body ?? null,
      },
      {
        // The last moment before the first byte is sent: a request that was aborted by now has sent nothing.
        onRequestStart: (started) => {
          if (signal?.aborted) started.abort(new Error('given up'))
          else controller = started
        },
        onResponseStart: (_, code, fields) => {
          status = code
          headers = flatten(fields)
        },
        onResponseData: (_, chunk) => void chunks.push(chunk),
        onResponseEnd: () => {
          signal?.removeEventListener('abort', giveUp)
          const [first] = chunks
          const bytes = first && chunks.length === 1 ? first : Buffer.concat(chunks)
          const body = bytes.toString().replace(/^\uFEFF/, '')
          if (body.includes('\uFFFD') && !isUtf8(bytes)) noteBroken(body)
          const delimited = 'content-length' in headers || 'transfer-encoding' in headers
          resolve({ response: { status, headers, body }, delimited })
        },
        onResponseError: (_, error) => fail(error),
      },
    )
  })

const flatten = (fields: Record<string, string | string[] | undefined>): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const name in fields) headers[name] = String(fields[name] ?? '')
  return headers
}

/** Throws for a success with a content coding: it cannot be read here, and the request accepted none (RFC 9110, 12.5.3). */
const refuseEncoded = (response: Response): void => {
  const { 'content-encoding': coding = 'identity' } = response.headers
  if (!isSuccess(response) || /^(identity)?$/i.test(coding)) return
  // A long value is no coding. Cutting it would hide a key in it from the search (api-key.ts), so it is left out.
  const named = coding.length > 50 ? 'a content-encoding' : `the content-encoding ${coding}`
  throw new TransportError(`the answer has ${named}, which was not asked for`, {
    outcome: 'unknown',
    transient: false,
    code: 'ENCODED',
    hint: 'tell the operator of the service, or of a proxy before it: answers are read as they are',
  })
}

// Without a content-length, the answer ends when the connection ends, even in the middle (TRAPS 6).
const isCutShort = (request: OutgoingRequest, response: Response): boolean =>
  isSuccess(response) &&
  response.status !== 204 &&
  !(request.method === 'DELETE' && response.body === '') &&
  !isPage(response) &&
  parseJson(response.body) === undefined

// After the first responses, V8 starts optimising undici's WebAssembly parser, and the process waits 50 to 80 ms for that at its end. The
// baseline compiler is enough; V8 chooses it for a function at its first run, which is with the first response. The flags change only from
// the sending of that request to its response: V8 refuses cached code that was compiled under other flags, both of Node's own modules,
// which a first request loads, and of the bundle. TRAPS 17
const whileParserCompiles = async <T>(answer: Promise<T>): Promise<T> => {
  if (isParserCompiled) return answer
  useBaselineCompiler(true)
  try {
    const parsed = await answer
    isParserCompiled = true
    return parsed
  } finally {
    useBaselineCompiler(false)
  }
}
let isParserCompiled = false
