import { isFileAddress } from '../config/address.ts'
import { preconditionHeader } from '../contract/precondition/index.ts'
import { UsageError } from '../errors.ts'
import { statusLineOf } from '../output/status-line/index.ts'
import type { Sender } from '../wire/outgoing.ts'
import { type Deps, readTimeout } from './deps.ts'
import { once } from '../system/async/once.ts'
import type { OpenStore } from './stores.ts'
import { waitingAt } from './waiting.ts'

/**
 * The address of a service, and its key if it needs one. A missing file is created by a request that creates a project; with
 * `mayCreate` it is always created.
 */
export type ServiceAddress = { url: string; key?: string | undefined; mayCreate?: boolean }

/** Creates the function that connects to services: a transport with retries, deadline, trace, masking and the status line. */
export const createWires = (deps: Deps, open: OpenStore): ((service: ServiceAddress) => Promise<Sender>) => {
  const { io, flags, settings } = deps
  const trace = (line: string): void => {
    const text = `${line}\n`
    statusLineOf(io).hide(text)
    io.stderr.write(text)
  }
  return async (service) => {
    const [{ interruptible }, { withDeadline }, { idempotent }, { retrying }, { traced }, { masked }] =
      await Promise.all([
        import('../wire/middleware/interrupt.ts'),
        import('../wire/middleware/deadline.ts'),
        import('../wire/middleware/idempotency.ts'),
        import('../wire/resilience/retry.ts'),
        import('../wire/middleware/trace.ts'),
        import('../wire/middleware/mask-key.ts'),
      ])
    const inFile = isFileAddress(service.url)
    const plain = await (inFile ? embed(deps, open, service) : reach(deps, service))
    // The order matters: a trace shows every attempt, and never the key.
    const attempt = flags().verbose ? traced({ write: trace }, plain) : plain
    const waiting = waitingAt(io, service.url)
    const repeat = (attempt: Sender): Sender =>
      retrying({ onPause: waiting.pause, bears: inFile ? atOnceInFile : undefined }, attempt)
    // A service in a file loses no answers, so it needs no Idempotency-Key.
    const repeated = inFile ? repeat(attempt) : idempotent(attempt, repeat)
    const limited = withDeadline({ ms: await readTimeout(settings) }, repeated)
    // The status line shows a request with all its attempts and pauses as one wait.
    const whole = interruptible({ stop: io.stop, hurry: io.hurry }, (request) => waiting.during(() => limited(request)))
    return service.key === undefined ? whole : masked(service.key, whole)
  }
}

// This many requests share a transaction, and with it the wait for the disk.
const atOnceInFile = 256

/** Connects to the service in a file. If the file is missing, requests fail until one creates a project. DECISIONS 178 */
const embed = async (deps: Deps, open: OpenStore, { url, mayCreate }: ServiceAddress): Promise<Sender> => {
  const create = once(() => openEmbedded(deps, url, open))
  if (mayCreate) return create()
  const found = await openEmbedded(deps, url, (address) => open(address, { existing: true })).catch(
    (error: Error) => error,
  )
  if (!(found instanceof Error)) return found
  const { MissingStoreError } = await import('../store/index.ts')
  if (!(found instanceof MissingStoreError)) throw found
  let created = false
  return async (request) => {
    created ||= request.method === 'PUT' && request.path === '/v1/projects'
    if (!created) throw found
    return (await create())(request)
  }
}

/** Opens a service in this process, behind the same validation as a remote one. Nothing can reach it from outside, so it needs no key. */
const openEmbedded = async ({ io }: Deps, url: string, open: OpenStore): Promise<Sender> => {
  const [store, { createService, createAuthenticate }, { expose }] = await Promise.all([
    open(url),
    import('../service/index.ts'),
    import('../wire/expose.ts'),
  ])
  const key = 'this-process'
  const exposed = expose(createAuthenticate({ service: createService(store), key, holder: io.user() }))
  // This key is no secret, and may appear in an answer. An Idempotency-Key is left out: no request to a file outlives its
  // process, so storing the answer would cost half as much again for nothing.
  return (request) => {
    const { [preconditionHeader]: unchanged } = request.headers
    const headers = { 'x-api-key': key, ...(unchanged !== undefined && { [preconditionHeader]: unchanged }) }
    return exposed(Object.assign({}, request, { headers }))
  }
}

/** Connects to a service in the network, without retries; without a key, requests carry none. */
export const reach = async ({ io, onClose }: Deps, { url, key }: ServiceAddress): Promise<Sender> => {
  // The HTTP parser is WebAssembly; without it, every connection would seem to break. DECISIONS 130
  if (!('WebAssembly' in globalThis))
    throw new UsageError('this Node.js runs without WebAssembly, which reads HTTP here', {
      hint: 'leave --jitless out of NODE_OPTIONS',
    })
  const [{ remote }, { parseAddress }, { proxyFor }, { withApiKey }, { belowPrefix }] = await Promise.all([
    import('../wire/network/pool.ts'),
    import('../wire/network/address.ts'),
    import('../wire/network/choose-proxy.ts'),
    import('../wire/middleware/api-key.ts'),
    import('../wire/middleware/misplaced.ts'),
  ])
  const address = parseAddress(url, { allowHttp: io.env['TESTCTL_ALLOW_HTTP'] === '1' })
  const proxy = proxyFor(address, io.env)
  const open = proxy === undefined ? undefined : (await import('../wire/network/proxy.ts')).throughProxy(proxy)
  const { transport, close } = remote({ address, open })
  onClose(close)
  const placed = address.prefix === '' ? transport : belowPrefix(address, transport)
  return key === undefined ? placed : withApiKey(key, placed)
}
