import { addExamples } from '../../cli/examples.ts'
import { type Command, Option } from 'commander'
import { findStore } from '../../config/store.ts'
import type { Context } from '../../composition/context.ts'
import { chooseNumber } from '../shared/input/choices.ts'
import { portOption, runServer, usualServing } from './serving.ts'

type Flags = {
  port: number
  host: string
  store?: string
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  rateLimit: number
  trustProxy?: boolean
}

export const defineServe = (command: Command, context: Context): void => {
  addExamples(command, examples)
    .option('--store <address>', 'the store to serve (default TESTCTL_STORE, or file:./testctl.db)')
    .addOption(portOption())
    .option('--host <address>', 'address to listen on (default 127.0.0.1; 0.0.0.0 for all)', usualServing.host)
    .addOption(
      new Option('--log-level <level>', 'log level on stderr (default info)')
        .choices(['silent', 'error', 'warn', 'info', 'debug'])
        .default(usualServing.logLevel),
    )
    .addOption(
      new Option('--rate-limit <number>', 'requests per second and key; 0 for no limit (default 5000)')
        .default(usualServing.rateLimit)
        .argParser(chooseNumber('--rate-limit', 0)),
    )
    .option('--trust-proxy', 'trust X-Forwarded-For and -Proto of the proxy in front')
    .action(async (flags: Flags) => {
      const { value: store } = await findStore(context, { typed: flags.store, otherwise: 'file:./testctl.db' })
      await runServer(context, { ...flags, store })
    })
}

const examples = [
  'testctl serve',
  'testctl serve --store file:./team.db --port 9000',
  'testctl serve --store file:./team.db --host 0.0.0.0 --trust-proxy',
]
