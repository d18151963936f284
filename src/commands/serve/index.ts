import { addExamples } from '../../cli/examples.ts'
import { hostWithPort } from '../../cli/host.ts'
import { type Command, Option } from 'commander'
import { UsageError } from '../../errors.ts'
import { findReads, findStore } from '../../config/store.ts'
import type { Context } from '../../composition/context.ts'
import { printing } from '../../output/printed-kind.ts'
import { chooseNumber } from '../shared/input/choices.ts'
import { quoteWord } from '../../system/shell-line.ts'
import { portOption, runServer, servingFields, usualServing } from './serving.ts'

type Flags = {
  port: number
  host: string
  store?: string
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  rateLimit: number
  trustProxy?: boolean
}

/** Adds `testctl serve`, which serves a store over HTTP until a signal comes. */
export const defineServe = (command: Command, context: Context): void => {
  printing(command, servingFields)
  addExamples(command, examples)
    .addHelpText('after', about)
    .option(
      '--store <address>',
      'the store to serve (default TESTCTL_STORE, the service if it is a file, or file:./testctl.db)',
    )
    .addOption(portOption())
    .addOption(
      new Option('--host <host>', 'address to listen on (default 127.0.0.1; 0.0.0.0 for all)')
        .default(usualServing.host)
        .argParser(chooseHost),
    )
    .addOption(
      new Option('--log-level <level>', 'log on stderr: silent, error, warn, info or debug (default info)')
        .choices(['silent', 'error', 'warn', 'info', 'debug'])
        .default(usualServing.logLevel),
    )
    .addOption(
      new Option('--rate-limit <number>', 'requests per second for each key; 0 for no limit (default 5000)')
        .default(usualServing.rateLimit)
        .argParser(chooseNumber('--rate-limit', 0)),
    )
    .option('--trust-proxy', 'trust the headers X-Forwarded-For and -Proto of a proxy')
    .action(async (flags: Flags) => {
      // Here `-p 9000`, as in `docker run -p 9000`, is a project. Every command accepts one, so the mistake would go unnoticed.
      const { project } = context.flags()
      if (project !== undefined)
        throw new UsageError('a store is served with all its projects', {
          hint: /^[0-9]+$/.test(project) ? `the port: --port ${project}` : 'leave out --project',
        })
      const { value: store } = await findStore(context, {
        typed: flags.store,
        elsewhere: () => 'name the store: testctl serve --store file:./testctl.db',
        otherwise: 'testctl.db',
      })
      await (await context.server()).checkPort(flags)
      await runServer(context, { ...flags, store, reads: findReads(context.io, store) })
    })
}

/**
 * Parses a host; removes the brackets of an IPv6 address. Throws a UsageError if it is empty, which would mean all addresses, or has a
 * port.
 */
const chooseHost = (typed: string): string => {
  if (typed.trim() === '')
    throw new UsageError('the address to listen on is empty', {
      hint: '--host 127.0.0.1 is for this computer alone, --host 0.0.0.0 for the network',
    })
  const [, host, port] = hostWithPort.exec(typed) ?? []
  if (host !== undefined)
    throw new UsageError(`--host takes a host without a port, not ${JSON.stringify(typed)}`, {
      hint: `the port has a flag of its own: --host ${quoteWord(host || '0.0.0.0')} --port ${port}`,
    })
  return typed.replace(/^\[(.*)\]$/, '$1')
}

const about = `
If the store has no key yet, it makes one for an owner and prints it, once. More
keys: in a browser at /settings/keys, or with testctl keys create on the machine
with the store. The pages of projects and runs are at /. A store can also be in
PostgreSQL: --store postgres://user@host/database; TESTCTL_STORE_READS names
standbys that answer reads. Ctrl-C ends the server after the requests that it
has begun.`

const examples = [
  'testctl serve',
  'testctl serve --store file:./team.db --port 9000',
  'testctl serve --store file:./team.db --host 0.0.0.0 --trust-proxy',
]
