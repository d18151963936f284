import type { Setting as CareSetting } from './care/places.ts'
import { isFileAddress } from './config/address.ts'
import { parseDuration } from './config/duration.ts'
import { findService } from './config/service.ts'
import { createSettings, type Settings } from './config/settings.ts'
import type { Storage } from './config/storage.ts'
import type { Api } from './contract/index.ts'
import type { Flags } from './flags.ts'
import type { Io } from './io.ts'
import { once } from './once.ts'
import { choosePalette, type Palette } from './output/color.ts'
import { chooseFormat, createPrinter } from './output/create.ts'
import type { Printer } from './output/printer.ts'
import { createProgress, type Progress } from './output/progress.ts'
import { hideStatusLine } from './output/status-line.ts'
import type { ServeOptions } from './server/index.ts'
import type { Keys, NewKey } from './service/keys.ts'
import type { Store } from './store/index.ts'
import type { Response, Transport } from './wire/message.ts'

/** What a command can ask for. Everything that costs something is a function, and is made when it is first called. */
export type Context = {
  io: Io
  flags: () => Flags
  /** Told once by main, when the command line has been understood. */
  useFlags: (flags: Flags) => void
  settings: Settings
  printer: () => Promise<Printer>
  /** With `--dry-run`, for a command that tells its plan itself, in the place of the requests that it would send. */
  planPrinter: () => Promise<Printer>
  /** One whose answers go to stderr, for a command whose stdout belongs to another program. */
  asidePrinter: () => Promise<Printer>
  /** How errors are coloured on stderr. */
  errorPalette: () => Promise<Palette>
  progress: (label: string, total?: number) => Progress
  /** The service that the settings name; with `--dry-run` one that changes nothing and notes what it was asked. */
  api: () => Promise<Api>
  /** Any request to it, for `testctl api`; undefined with `--dry-run`, which only notes it. */
  request: (typed: RawRequest) => Promise<Response | undefined>
  /** The keys in a store, at `file:…` or `postgres://…`. */
  keys: (address: string) => Promise<Keys>
  /** Backups and the like, and what they have to know of this process. */
  care: () => Promise<{ care: typeof import('./care/index.ts'); setting: CareSetting }>
  /** Puts the service in a store behind a port, until it is stopped; made anew, a store gets the key of an owner. */
  serve: (order: ServeOrder) => Promise<Serving>
  /** Another service than the settings', to check a key before it is stored. */
  connectTo: (service: ServiceAddress) => Promise<Api>
  storage: () => Promise<Storage>
  reports: () => Promise<typeof import('./reports/index.ts')>
  submission: () => Promise<typeof import('./submission/index.ts')>
  journals: () => Promise<typeof import('./journal/index.ts')>
  verdict: () => Promise<typeof import('./verdict/index.ts')>
  child: () => Promise<typeof import('./child.ts')>
  /** Prints what `--dry-run` noted; of one that failed, what it got to. Called by main, after the command. */
  finish: (end?: { failed: boolean }) => Promise<void>
  /** Told by a command that a signal is meant to end: then ending by one is no failure. */
  endBySignal: () => void
  endsBySignal: () => boolean
  /** Lets go of what was opened. Called once, by main, whatever happened. */
  close: () => Promise<void>
}

export type ServeOrder = Pick<ServeOptions, 'host' | 'port' | 'trustProxy' | 'rateLimit'> & {
  store: string
  logLevel: ServeOptions['log']['level']
}

/** A server that runs; `stop` drains it and gives how many requests were cut off. */
export type Serving = { url: string; firstKey: NewKey | undefined; stop: () => Promise<number> }

type RawRequest = { method: string; path: string; body?: string | undefined }
type ServiceAddress = { url: string; key?: string | undefined }
type Noted = { method: string; path: string; body: unknown }

/** The composition root: how the parts are put together, and the only place that loads any of them. */
export const createContext = (io: Io): Context => {
  let flags: Flags = {}
  const noted: Noted[] = []
  let toldItself = false
  let endsBySignal = false
  const closing: (() => Promise<void>)[] = []
  const storage = once(async () => (await import('./config/storage.ts')).openStorage(io))
  const settings = createSettings({ io, flags: () => flags, openStorage: storage })

  /** What is at an address, as a wire: a service in a file, or one at the end of a socket. */
  const reach = async ({ url, key = '' }: ServiceAddress): Promise<Transport> => {
    if (isFileAddress(url)) return embed(url)
    const [{ remote }, { parseAddress, proxyFor }, { keyed }] = await Promise.all([
      import('./wire/undici.ts'),
      import('./wire/address.ts'),
      import('./wire/keyed.ts'),
    ])
    const address = parseAddress(url, { allowHttp: io.env['TESTCTL_ALLOW_HTTP'] === '1' })
    const proxy = proxyFor(address, io.env)
    const dispatcher = proxy === undefined ? undefined : (await import('./wire/proxy.ts')).throughProxy(proxy)
    const { transport, close } = remote({ address, dispatcher })
    closing.push(close)
    return keyed(key, transport)
  }

  /** The service in a file, behind the same validation as a remote one. Its key is made up and never leaves here. */
  const embed = async (url: string): Promise<Transport> => {
    const [store, { createService, createDoor }, { expose }, { keyed }] = await Promise.all([
      open(url),
      import('./service/index.ts'),
      import('./wire/expose.ts'),
      import('./wire/keyed.ts'),
    ])
    const key = crypto.randomUUID()
    return keyed(key, expose(createDoor({ service: createService(store, io.now), key, holder: io.user() })))
  }

  /** A store, until all is closed. */
  const open = async (address: string, { stop = io.stop, discreet = false } = {}): Promise<Store> => {
    const [{ openStore }, ms] = await Promise.all([import('./store/index.ts'), timeout()])
    const store = await openStore(address, { folder: io.cwd, patience: Math.min(ms, 10_000), stop, discreet })
    closing.push(store.close)
    return store
  }

  const startServer = async ({ store: address, logLevel, ...options }: ServeOrder): Promise<Serving> => {
    // A signal ends the wait for a store, and no work that was begun after.
    const opening = new AbortController()
    const giveUp = () => opening.abort(io.stop.reason)
    io.stop.addEventListener('abort', giveUp)
    const [store, { createService, createKeyDoor, createKeys }, { serve }, { createDashboard }] = await Promise.all([
      // Whoever asks a server need not know where it keeps things.
      open(address, { stop: opening.signal, discreet: true }),
      import('./service/index.ts'),
      import('./server/index.ts'),
      import('./server/dashboard/index.ts'),
    ])
    io.stop.removeEventListener('abort', giveUp)
    const keys = createKeys({ store, now: io.now })
    const { url, stop } = await serve({
      ...options,
      door: createKeyDoor({ service: createService(store, io.now), keys }),
      find: keys.find,
      checkStore: () => store.read((queries) => queries.selectFrom('keys').select('id').limit(1).execute()),
      dashboard: createDashboard({ keys, now: io.now }),
      log: { to: io.stderr, level: logLevel },
    })
    // Not before the port is taken: a key is shown once.
    const firstKey = await keys.createFirst({ createdBy: io.user() })
    return { url, firstKey, stop }
  }

  const trace = (line: string): void => {
    hideStatusLine(io)
    io.stderr.write(`${line}\n`)
  }

  /** A wire with all that belongs round it. The order matters: a trace shows every attempt, and never the key. */
  const wire = async (service: ServiceAddress): Promise<Transport> => {
    const [{ interruptible }, { timed }, { idempotent }, { retrying }, { paced }, { traced }] = await Promise.all([
      import('./wire/interruptible.ts'),
      import('./wire/timed.ts'),
      import('./wire/idempotent.ts'),
      import('./wire/retrying.ts'),
      import('./wire/paced.ts'),
      import('./wire/traced.ts'),
    ])
    const plain = await reach(service)
    const attempt = flags.verbose ? traced({ write: trace }, plain) : plain
    const repeat = (attempt: Transport): Transport => retrying({}, paced({}, attempt))
    // Between here and a file no answer is lost.
    const repeated = isFileAddress(service.url) ? repeat(attempt) : idempotent(attempt, repeat)
    return interruptible({ stop: io.stop }, timed({ ms: await timeout() }, repeated))
  }

  const timeout = async (): Promise<number> => parseDuration((await settings.find('timeout'))?.value ?? '60s')

  const transport = once(async () => {
    const { url, key } = await findService(settings)
    return wire({ url: url.value, key: key?.value })
  })

  const loadPalette = async () => (await import('./output/palette.ts')).createPalette()

  const speak = async (io: Io): Promise<Printer> =>
    createPrinter({
      io,
      format: chooseFormat(flags, io),
      color: (await settings.find('color'))?.value,
      columns: { typed: flags.columns, usual: flags.columns ?? (await settings.find('columns'))?.value },
      loadScreen: () => import('./output/screen.ts'),
      loadRuler: async () => (await import('./output/width.ts')).ruler,
      loadPalette,
    })

  const speaking = once(() => speak(io))

  // A rehearsed change has no outcome to print; what it would have sent is printed at the end.
  const printer = async (): Promise<Printer> =>
    flags.dryRun
      ? { ...(await speaking()), list: silent, item: silent, changed: silent, table: silent, answer: silent }
      : speaking()

  return {
    io,
    flags: () => flags,
    useFlags: (typed) => {
      flags = typed
      // Flags that exclude each other must end here, before anything is sent.
      chooseFormat(flags, io)
    },
    settings,
    printer,
    planPrinter: () => {
      toldItself = true
      return speaking()
    },
    asidePrinter: () => {
      toldItself = true
      return speak(Object.create(io, { stdout: { get: () => io.stderr } }) as Io)
    },
    errorPalette: () => choosePalette({ choice: flags.color, env: io.env, stream: io.stderr, load: loadPalette }),
    progress: (label, total) => createProgress({ io, mode: flags.progress, label, total }),
    api: once(async () => {
      const { connect } = await import('./wire/connect.ts')
      const api = connect(await transport())
      if (!flags.dryRun) return api
      return (await import('./wire/rehearse.ts')).rehearse(api, (request) => noted.push(request))
    }),
    request: async (typed) => {
      const [{ rawRequest }, { send }] = await Promise.all([
        import('./wire/operations.ts'),
        import('./wire/connect.ts'),
      ])
      const request = rawRequest(typed)
      if (!flags.dryRun) return send(await transport(), request)
      noted.push({
        method: request.method,
        path: request.query ? `${request.path}?${request.query}` : request.path,
        body: request.body && (JSON.parse(request.body) as unknown),
      })
      return undefined
    },
    keys: async (address) => {
      const [store, { createKeys }] = await Promise.all([open(address), import('./service/index.ts')])
      return createKeys({ store, now: io.now })
    },
    care: async () => {
      const [care, ms] = await Promise.all([import('./care/index.ts'), timeout()])
      return { care, setting: { folder: io.cwd, patience: Math.min(ms, 10_000), stop: io.stop, now: io.now } }
    },
    serve: startServer,
    endBySignal: () => {
      endsBySignal = true
    },
    endsBySignal: () => endsBySignal,
    connectTo: async (service) => (await import('./wire/connect.ts')).connect(await wire(service)),
    storage,
    reports: () => import('./reports/index.ts'),
    submission: () => import('./submission/index.ts'),
    journals: () => import('./journal/index.ts'),
    verdict: () => import('./verdict/index.ts'),
    child: () => import('./child.ts'),
    finish: async ({ failed } = { failed: false }) => {
      if (!flags.dryRun || toldItself || (failed && noted.length === 0)) return
      const requests = noted.splice(0)
      const lines = requests.map(({ method, path, body }) =>
        [method, path, body && JSON.stringify(body)].filter(Boolean).join(' '),
      )
      await (await speaking()).answer(requests, lines)
    },
    close: async () => {
      await Promise.all(closing.map((close) => close()))
    },
  }
}

const silent = async (): Promise<void> => undefined
