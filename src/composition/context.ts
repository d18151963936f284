import type { MaintenanceOptions } from '../store/maintenance/locations.ts'
import { lifetimeHeader } from '../contract/idempotency.ts'
import { createDoctor, type Doctor } from './doctor.ts'
import { type Deps, readPlain, readStoreTimeout } from './deps.ts'
import { createCompletionCache } from './completion-cache.ts'
import { createExpressions } from './jq.ts'
import { createPageUrls } from './page-urls.ts'
import { createPrinters, loadPalette } from './printers.ts'
import { type LazyModules, lazyModules } from './lazy-modules.ts'
import { type Answers, createAnswers } from './answers.ts'
import { type ServeOrder, serveStore, type Serving } from './serving.ts'
import { createOpening, createReadsOpening } from './stores.ts'
import { attendStore, waitingAt } from './waiting.ts'
import { createWires, type ServiceAddress } from './transports.ts'
import { findService } from '../config/service.ts'
import { isFileAddress } from '../config/address.ts'
import type { PageUrl } from '../config/page-url.ts'
import { type Holder, holderHeader, parseHolder } from '../contract/holder.ts'
import { createSettings, type Settings } from '../config/index.ts'
import type { Storage } from '../config/profiles/storage.ts'
import type { Api } from '../contract/index.ts'
import type { Flags } from '../cli/flags.ts'
import { HungUpError } from '../errors.ts'
import type { Io } from '../system/io.ts'
import { once } from '../system/async/once.ts'
import { chooseColor, choosePalette, type Palette } from '../output/style/color.ts'
import { checkPrintable } from '../output/validate.ts'
import type { Announced } from '../output/printed-kind.ts'
import { createProgress, type Progress } from '../output/status-line/progress.ts'
import { statusLineOf } from '../output/status-line/index.ts'
import type { Keys } from '../service/auth/keys.ts'
import type { TypedCall } from '../wire/calls-by-name.ts'
import type { Response } from '../wire/message.ts'

/** Everything that a command can use. Expensive parts are functions, and are created on the first call. */
export type Context = LazyModules &
  Omit<Answers, 'dryRun' | 'end'> & {
    io: Io
    flags: () => Flags
    /** Called once by main after the command line was parsed, with what the command announces. */
    useFlags: (flags: Flags, announced: Announced) => Promise<void>
    settings: Settings
    /** How errors are coloured on stderr. */
    errorPalette: () => Promise<Palette>
    /** Whether nothing is redrawn, and words replace bars of signs, because of ACCESSIBLE or the setting `plain`. DECISIONS 228 */
    isPlain: () => Promise<boolean>
    progress: (label: string, total?: number) => Progress
    /** The service that the settings name; with `--dry-run` one that changes nothing and records each change. */
    api: () => Promise<Api>
    /** The holder of the key, if the service says who; for a service in a file, the user who runs this process. */
    holder: () => Promise<Holder | undefined>
    /** The address of the service's pages: from the settings, or of a service whose answer has shown that it is testctl's own. */
    pageUrl: () => Promise<PageUrl | undefined>
    /** How many seconds the service honours an Idempotency-Key; 0 if it does not. */
    keyLifetime: () => Promise<number>
    /**
     * Sends any request, for `testctl api`; passes a refusal to `onRefusal` before it is thrown. With `--dry-run` only records
     * the request, and returns undefined.
     */
    request: (
      typed: RawRequest | TypedCall,
      onRefusal?: (response: Response) => Promise<void>,
    ) => Promise<Response | undefined>
    /** The keys in a store, at `file:…` or `postgres://…`; with `existing`, a missing store is an error, and is not created. */
    keys: (address: string, options?: { existing?: boolean }) => Promise<Keys>
    /** Backup, restore and other maintenance of a store, and the options that this process sets for them. */
    maintenance: () => Promise<{
      maintenance: typeof import('../store/maintenance/index.ts')
      setting: MaintenanceOptions
    }>
    /** Serves the service in a store at a port, until it is stopped; a store without any key gets an owner's. */
    serve: (order: ServeOrder) => Promise<Serving>
    /** Connects to another service than that of the settings, to check a key before it is stored. */
    connectTo: (service: ServiceAddress) => Promise<Api>
    storage: () => Promise<Storage>
    doctor: () => Promise<Doctor>
    /** Called by main after the command: prints the requests of a dry run, and throws if the outcome of a change could not be printed. */
    finish: (end?: { failed: boolean }) => Promise<void>
    /** Called by a command that runs until a signal ends it: that is then no failure, except for SIGHUP. DECISIONS 393 */
    endBySignal: () => void
    endsBySignal: () => boolean
    /** Closes everything that was opened. Called once, by main, in any case. */
    close: () => Promise<void>
  }

type RawRequest = { method: string; path: string; body?: string | undefined }

/** Creates the context. This is the composition root: only the files in composition/ load the parts and put them together. */
export const createContext = (io: Io): Context => {
  let flags: Flags = {}
  let announced: Announced = {}
  let endsBySignal = false
  const closing: (() => Promise<void>)[] = []
  const storage = once(async () => (await import('../config/profiles/storage.ts')).openStorage(io))
  const settings = createSettings({ io, flags: () => flags })
  const isPlain = once(() => readPlain(settings))
  const onClose: Deps['onClose'] = (close) => closing.push(close)
  const expression = createExpressions({ io, flags: () => flags, onClose })
  const deps: Deps = { io, flags: () => flags, settings, expression, onClose }
  const open = createOpening(deps, async (text) => (await printers.sure()).warn(text))
  const wire = createWires(deps, open)
  const service = once(() => findService({ settings, io }))
  const pages = createPageUrls(settings)
  const transport = once(async () => {
    const { url, key } = await service()
    return pages.learning(await wire({ url: url.value, key: key?.value }))
  })
  // Every answer describes the service and the key in its headers.
  const answerHeaders = once(async () => {
    const [{ rawRequest }, { send }] = await Promise.all([
      import('../wire/codec/requests.ts'),
      import('../wire/connect.ts'),
    ])
    return (await send(await transport(), rawRequest({ method: 'GET', path: '/v1/projects?limit=1' }))).headers
  })
  const naming = createCompletionCache(deps)
  const printers = createPrinters(deps, { loadPages: pages.load, announced: () => announced })
  const { dryRun, end, ...answers } = createAnswers(deps, { ...printers, announced: () => announced })

  return {
    ...lazyModules,
    io,
    flags: () => flags,
    useFlags: async (typed, known) => {
      flags = typed
      announced = known
      // The command reports an unreadable configuration; the progress ignores it.
      statusLineOf(io).choose({ mode: flags.progress, isPlain: await isPlain().catch(() => false) })
      // Output that cannot be printed must fail here, before anything is sent.
      checkPrintable({ flags, io, announced })
      await (await expression())?.check()
    },
    settings,
    ...answers,
    errorPalette: async () => {
      // The command reports an unreadable setting; the colours ignore it.
      const usual = async () => (await settings.find('color').catch(() => undefined))?.value
      const choice = await chooseColor(flags.color, { env: io.env, usual })
      return choosePalette({ choice, env: io.env, stream: io.stderr, load: loadPalette })
    },
    isPlain,
    progress: (label, total) => createProgress(io, label, total),
    api: once(async () => {
      const { connect } = await import('../wire/connect.ts')
      const api = connect(await transport())
      return flags.dryRun ? dryRun.wrap(api) : naming(api, (await service()).url.value)
    }),
    holder: once(async () => {
      if (isFileAddress((await service()).url.value)) return { name: io.user() }
      return parseHolder((await answerHeaders())[holderHeader])
    }),
    pageUrl: async () => (await pages.load())(),
    keyLifetime: once(async () => {
      if (isFileAddress((await service()).url.value)) return 0
      const headers = await answerHeaders()
      return Number(headers[lifetimeHeader] ?? 0) || 0
    }),
    request: async (typed, onRefusal) => {
      const [{ rawRequest }, { requestOfCall, sendTyped }] = await Promise.all([
        import('../wire/codec/requests.ts'),
        import('../wire/calls-by-name.ts'),
      ])
      const request = 'operation' in typed ? requestOfCall(typed) : rawRequest(typed)
      if (!flags.dryRun) return sendTyped(await transport(), request, onRefusal)
      dryRun.note(request)
      return undefined
    },
    keys: async (address, options) => {
      const [store, { createKeys }] = await Promise.all([open(address, options), import('../service/index.ts')])
      return createKeys({ store: attendStore(store, waitingAt(io, address)) })
    },
    maintenance: async () => {
      const [maintenance, timeoutMs] = await Promise.all([
        import('../store/maintenance/index.ts'),
        readStoreTimeout(settings),
      ])
      const { cwd: folder, stop, hurry, now, pid, isRunning } = io
      return { maintenance, setting: { folder, timeoutMs, stop, hurry, now, pid, isRunning } }
    },
    serve: (order) => serveStore({ io, open, openReads: createReadsOpening(deps) }, order),
    endBySignal: () => {
      endsBySignal = !(io.stop.reason instanceof HungUpError)
    },
    endsBySignal: () => endsBySignal,
    connectTo: async (service) =>
      naming((await import('../wire/connect.ts')).connect(await wire(service)), service.url),
    storage,
    doctor: () => createDoctor(deps, { storage, sure: printers.sure }),
    finish: ({ failed } = { failed: false }) => end({ failed, key: async () => (await service()).key?.value }),
    close: async () => {
      await Promise.all(closing.map((close) => close()))
    },
  }
}
