import { type Command, Option } from 'commander'
import { findStore } from '../config/store.ts'
import type { Context } from '../composition/context.ts'
import { NotFoundError, UsageError } from '../errors.ts'
import { safe } from '../output/text/escape.ts'
import { formatAgo } from '../output/text/time.ts'
import { checkName } from './shared/input/choices.ts'
import { canAsk, confirm } from './shared/input/prompt.ts'
import { type Role, roleNames } from '../contract/roles.ts'
import type { ApiKey, Keys } from '../service/auth/keys.ts'
import { columnsFor } from './shared/verbs/columns-for.ts'
import { verb } from './shared/verbs/index.ts'
import { parseLifetime } from '../config/duration.ts'
import { keysLine } from './store/keys-line.ts'

type StoreFlag = { store?: string }

/** Adds `testctl keys`, which works on a store: the interface has no endpoint for keys. DECISIONS 57 */
export const defineKeys = (group: Command, context: Context): void => {
  const onStore = (command: Command): Command =>
    command.option('--store <address>', 'the store (default TESTCTL_STORE, or the service if it is a file)')

  onStore(
    verb(group, 'create', {
      summary: 'Create a key, and print it once',
      aliases: ['add', 'new'],
      changes: 'writes',
      prints: ['key', ...columns],
      examples: [
        'testctl keys create --name ci',
        'testctl keys create --name dashboard --role reader --expires 90d --store file:./team.db',
        'KEY=$(testctl keys create --name nightly)',
      ],
    })
      .requiredOption('--name <name>', 'its user or its job; changes made with the key appear under this name')
      .addOption(new Option('--role <role>', 'reader, writer or owner (default writer)').choices(roleNames))
      .option('--expires <duration>', 'lifetime: 12h, 90d, 8w, 1y (default: no expiry)'),
  ).action((flags: Order) => createKey(context, flags))

  onStore(
    verb(group, 'list', {
      summary: 'List the keys with their roles and last use',
      aliases: ['ls'],
      examples: ['testctl keys list', 'testctl keys list --json'],
    }),
  ).action(async (flags: StoreFlag) => listKeys(context, await open(context, flags)))

  onStore(
    verb(group, 'revoke <key>', {
      summary: 'Revoke a key: it stops working at once',
      aliases: ['delete', 'rm'],
      changes: 'deletes',
      prints: columns,
      examples: ['testctl keys revoke old-ci --yes'],
    }),
  ).action(async (named: string, flags: StoreFlag) => revokeKey(context, flags, named))
}

const open = async (context: Context, flags: StoreFlag): Promise<Keys> =>
  context.keys(await addressOf(context, flags), { existing: true })

/** Returns the address of the store. For a service over HTTP, the error names the dashboard page where its keys are managed. */
const addressOf = async (context: Context, { store }: StoreFlag): Promise<string> => {
  const { value } = await findStore(context, {
    typed: store,
    elsewhere: (url) =>
      `manage its keys at ${url.replace(/\/+$/, '')}/settings/keys, or name its store: --store file:./team.db`,
  })
  return value
}

type Order = StoreFlag & { name: string; role?: Role; expires?: string }

const createKey = async (context: Context, { name, role = 'writer', expires, ...flags }: Order): Promise<void> => {
  checkName(name)
  const lifetime = expires === undefined ? undefined : parseLifetime(expires)
  const expiryFrom = (now: Date) => (lifetime === undefined ? undefined : new Date(now.getTime() + lifetime))
  const address = await addressOf(context, flags)
  if (context.flags().dryRun) {
    // Opening the store could create or upgrade it, so a dry run uses the local clock instead of the store's.
    const expiresAt = expiryFrom(context.io.now())
    return (await context.planPrinter()).answer({ name, role, expiresAt: expiresAt ?? null }, [
      `would create the key ${name} (${role}), ${untilOf(expiresAt)}`,
    ])
  }
  const printer = await context.printer()
  const keys = await context.keys(address)
  const expiresAt = expiryFrom(keys.now())
  const { secret, key } = await keys.create({ name, role, expiresAt, createdBy: context.io.user() })
  const shown =
    printer.format === 'table'
      ? [
          `Created the key ${key.name} (${role}), ${untilOf(expiresAt)}:`,
          '',
          `  ${secret}`,
          '',
          'Copy it now: it is not shown again.',
        ]
      : [secret]
  await printer.answer({ key: secret, ...key }, shown)
  // The key is shown only once: if its answer could not be printed, print the bare key, on stderr if stdout fails. DECISIONS 286
  if (context.isUnprinted())
    await printer.raw(`${secret}\n`).catch(() => printer.warn(`the new key is ${secret}: it is not shown again`))
}

const untilOf = (expiresAt: Date | undefined): string => (expiresAt ? `until ${expiresAt.toISOString()}` : 'no expiry')

const listKeys = async (context: Context, keys: Keys): Promise<void> => {
  const printer = await context.printer()
  const all = await keys.list()
  if (printer.format !== 'table') return printer.table(printer.format === 'quiet' ? ['id'] : columns, all)
  const ago = (time: string | null) => (time === null ? '' : formatAgo(new Date(time), keys.now()))
  const rows = all.map((key) => ({
    ...key,
    createdAt: ago(key.createdAt),
    lastUsedAt: ago(key.lastUsedAt),
    expiresAt: ago(key.expiresAt),
    revokedAt: ago(key.revokedAt),
  }))
  await printer.table(columnsFor(context, printer, { all: columns, few: fewColumns }), rows)
}

const fewColumns = ['name', 'role', 'state', 'hint', 'lastUsedAt', 'expiresAt', 'createdAt'] as const

const columns = [
  'name',
  'role',
  'state',
  'hint',
  'lastUsedAt',
  'expiresAt',
  'createdAt',
  'createdBy',
  'revokedAt',
  'id',
] as const satisfies (keyof ApiKey)[]

const revokeKey = async (context: Context, flags: StoreFlag, named: string): Promise<void> => {
  const keys = await open(context, flags)
  const { key, isLastOwner } = await keys.get(named).catch((error: unknown) => {
    if (!(error instanceof NotFoundError)) throw error
    throw new NotFoundError(error.message, { status: error.status, hint: keysLine(flags.store), cause: error })
  })
  const printer = await context.printer()
  if (isLastOwner)
    await printer.warn(`${key.name} is the last owner key: without one, no one can sign in to the dashboard`)
  if (context.flags().dryRun) return (await context.planPrinter()).answer(key, [`would revoke the key ${key.name}`])
  await confirmRevoking(context, key, keys.now())
  const revoked = await keys.revoke(key.id, { evenLast: true })
  await printer.answer(revoked, [printer.format === 'table' ? `Revoked the key ${key.name}` : key.id])
}

const confirmRevoking = async (
  context: Context,
  { name, role, hint, lastUsedAt }: ApiKey,
  now: Date,
): Promise<void> => {
  if (context.flags().yes) return
  const what = `the key ${safe(name)}`
  if (!canAsk(context)) throw new UsageError(`revoking ${what} needs a confirmation`, { hint: 'add --yes' })
  const used = lastUsedAt === null ? 'never used' : `last used ${formatAgo(new Date(lastUsedAt), now)}`
  if (!(await confirm(context.io, `Revoke ${what} (${role}, ${hint}, ${used})?`)))
    throw new UsageError(`${what} was not revoked`)
}
