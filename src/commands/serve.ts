import { type Command, Option } from 'commander'
import { findStore } from '../config/store.ts'
import type { Context, Serving } from '../context.ts'
import { UnavailableError, UsageError } from '../errors.ts'
import { chooseNumber } from './choices.ts'

type Flags = {
  port: number
  host: string
  store?: string
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  rateLimit: number
  trustProxy?: boolean
}

export const defineServe = (command: Command, context: Context): void => {
  command
    .option('--store <address>', 'what is served (default TESTCTL_STORE, or file:./testctl.db)')
    .addOption(
      new Option('--port <number>', 'where to listen; 0 takes any free port').default(8787).argParser(choosePort),
    )
    .option('--host <address>', 'for whom: 127.0.0.1 is this computer alone', '127.0.0.1')
    .addOption(
      new Option('--log-level <level>', 'what is logged on stderr')
        .choices(['silent', 'error', 'warn', 'info', 'debug'])
        .default('info'),
    )
    .addOption(
      new Option('--rate-limit <number>', 'requests a second for each key; 0 for no limit')
        .default(5000)
        .argParser(chooseNumber('--rate-limit', 0)),
    )
    .option('--trust-proxy', 'believe X-Forwarded-For and -Proto of the proxy before it')
    .addHelpText(
      'after',
      '\nExamples:\n  testctl serve\n  testctl serve --store file:./team.db --port 9000\n  testctl serve --store postgres://testctl@db.example.com/testctl --host 0.0.0.0 --trust-proxy',
    )
    .action(async (flags: Flags) => {
      const { value: store } = await findStore(context, { typed: flags.store, otherwise: 'file:./testctl.db' })
      const serving = await context.serve({ ...flags, store })
      await announce(context, serving, store)
      await runUntilStopped(context, serving)
    })
}

/** Says where a server listens, and shows the first key this once. */
export const announce = async (context: Context, { url, firstKey }: Serving, store: string): Promise<void> => {
  const printer = await context.printer()
  const shown = withoutPassword(store)
  const key = firstKey?.secret
  await printer.answer({ url, store: shown, ...(key && { key }) }, [
    `Listening at ${url} (${shown})`,
    ...(key ? [`The key of its owner, shown this once: ${key}`] : []),
  ])
}

/** Waits for a signal, and lets a server finish what has begun. */
export const runUntilStopped = async (context: Context, { stop }: Serving): Promise<void> => {
  await stopped(context.io.stop)
  const cut = await stop()
  if (cut > 0)
    throw new UnavailableError(`${cut} ${cut === 1 ? 'request was' : 'requests were'} cut off after ten seconds`, {
      hint: 'what was answered is kept; whoever was cut off does not know, and should look',
    })
  context.endBySignal()
}

const stopped = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

const withoutPassword = (store: string): string =>
  /^postgres/i.test(store)
    ? store.replace(/(:\/\/[^/@]*?):[^/]*@/, '$1:***@').replace(/([?&]password=)[^&]*/i, '$1***')
    : store

const choosePort = (typed: string): number => {
  const port = chooseNumber('--port', 0)(typed)
  if (port > 65_535)
    throw new UsageError(`there is no port ${port}: the last one is 65535`, { hint: 'try --port 8787' })
  return port
}
