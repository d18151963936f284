import { Option } from 'commander'
import type { ServeOrder, Serving } from '../../composition/serving.ts'
import type { Context } from '../../composition/context.ts'
import { UnavailableError, UsageError } from '../../errors.ts'
import { chooseNumber } from '../shared/input/choices.ts'
import { counted } from '../../output/text/count.ts'
import { withoutSecrets } from '../../output/text/secrets.ts'
import { quoteWordFor } from '../../system/shell-line.ts'

/** How a store is served by default. */
export const usualServing = { port: 8787, host: '127.0.0.1', logLevel: 'info', rateLimit: 5000 } as const

/** Returns the option `--port` of every command that serves. */
export const portOption = (): Option =>
  new Option('--port <number>', 'port to listen on; 0 for any free one (default 8787)')
    .default(usualServing.port)
    .argParser(choosePort)

/**
 * Serves a store until a signal comes. Prints the address and, only this once, the key of the owner of a new store. A signal is not
 * a failure, not even before the server listens (DECISIONS 60). Throws an UnavailableError if requests had to be cut off.
 */
export const runServer = async (context: Context, order: ServeOrder): Promise<void> => {
  const serving = await context.serve(order).catch((error: unknown) => {
    if (error !== context.io.stop.reason) throw error
  })
  if (serving === undefined) return context.endBySignal()
  try {
    await announce(context, serving, order)
  } catch (error) {
    await endUnheard(context, serving)
    throw error
  }
  if (context.isUnprinted()) return endUnheard(context, serving)
  await runUntilStopped(context, serving)
}

/** Stops a server whose address could not be printed, because it would run unnoticed. Warns with its new key. DECISIONS 286, 313 */
const endUnheard = async (context: Context, { firstKey, stop }: Serving): Promise<void> => {
  if (firstKey) {
    const printer = await context.printer()
    await printer.warn(`the key of the owner of this store is ${firstKey.secret}: it is not shown again`)
  }
  await stop()
}

/** The fields that `serve` prints. For a new store they hold its first key, which is shown only once. */
export const servingFields = ['url', 'store', 'key', 'engine']

const announce = async (
  context: Context,
  { url, firstKey, engine }: Serving,
  { store, trustProxy }: ServeOrder,
): Promise<void> => {
  const printer = await context.printer()
  const shown = withoutSecrets(store)
  const key = firstKey?.secret
  await printer.answer(
    {
      url,
      store: shown,
      ...(key && { key }),
      ...(engine && { engine: { name: engine.name, caveats: engine.caveats } }),
    },
    [
      `Listening at ${url} (${shown})`,
      ...(engine?.caveats.length === 0 ? [engine.summary] : []),
      ...(key
        ? [
            'The key of its owner, shown only now:',
            '',
            `  ${key}`,
            '',
            `Store it: testctl auth login --url ${fromHere(url)}`,
            `More keys: ${fromHere(url)}/settings/keys`,
          ]
        : []),
    ],
  )
  if (engine && engine.caveats.length > 0) await printer.warn(engine.summary)
  if (!key)
    await printer.note(
      `Its keys were shown when they were created. For another key: testctl keys create --name NAME --store ${quoteWordFor(context.io, shown)}`,
    )
  if (!trustProxy && !/\/\/(127\.|localhost|\[::1\])/.test(url))
    await printer.warn(
      'other computers can reach it without TLS, so keys can be read on the network: put a proxy with TLS in front of it',
    )
}

/** Returns the address of a server on this computer. A browser cannot sign in at a wildcard address such as 0.0.0.0. */
const fromHere = (url: string): string => url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')

const runUntilStopped = async (context: Context, { stop }: Serving): Promise<void> => {
  await stopped(context.io.stop)
  const cut = await stop(context.io.hurry)
  if (cut > 0)
    throw new UnavailableError(`${counted(cut, 'request was', 'requests were')} cut off`, {
      hint: 'answered changes are stored; the outcome of the others is unknown: check before repeating them',
    })
  context.endBySignal()
}

const stopped = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

const choosePort = (typed: string): number => {
  const port = chooseNumber('--port', 0)(typed)
  if (port > 65_535)
    throw new UsageError(`there is no port ${port}: the last one is 65535`, { hint: 'try --port 8787' })
  return port
}
