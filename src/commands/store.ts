import { isAbsolute, join } from 'node:path'
import type { Command } from 'commander'
import type { Checked } from '../care/check.ts'
import type { Counts } from '../care/contents.ts'
import type { Replacement } from '../care/restore.ts'
import { findStore } from '../config/store.ts'
import type { Context } from '../context.ts'
import { PartialError, UsageError } from '../errors.ts'
import { safe } from '../output/text.ts'
import { canAsk, confirm } from '../prompt.ts'
import { verb } from './verb.ts'

type StoreFlag = { store?: string }

/** Care of a store, where the store is: the interface has nothing of this. */
export const defineStore = (group: Command, context: Context): void => {
  const onStore = (command: Command): Command =>
    command.option('--store <address>', 'the store (default TESTCTL_STORE, or the file that is the service)')

  onStore(
    verb(group, 'backup <file>', {
      summary: 'Copy a store into a new file, while it is in use',
      examples: ['testctl store backup monday.db', 'testctl store backup backup.db --store file:./team.db --force'],
    }).option('--force', 'replace a file that is there'),
  )
    .addHelpText('after', aboutBackups)
    .action((file: string, flags: StoreFlag & { force?: boolean }) => backUp(context, file, flags))

  onStore(
    verb(group, 'restore <file>', {
      summary: 'Put a backup in the place of what is in a store',
      changes: 'deletes',
      examples: [
        'testctl store restore backup.db --store file:./fresh.db',
        'testctl store restore backup.db --dry-run',
        'testctl store restore backup.db --yes',
      ],
    }),
  )
    .addHelpText('after', aboutRestoring)
    .action((file: string, flags: StoreFlag) => restore(context, file, flags))

  onStore(
    verb(group, 'check', {
      summary: 'Look for damage, and for whatever does not fit together',
      examples: ['testctl store check', 'testctl store check --store file:./team.db --json'],
    }),
  )
    .addHelpText('after', aboutChecking)
    .action((flags: StoreFlag) => check(context, flags))

  verb(group, 'copy <from> <to>', {
    summary: 'Copy all of a store into another that has nothing',
    examples: [
      'testctl store copy file:./team.db file:./other.db',
      'testctl store copy file:./team.db file:./archive.db --json',
    ],
  })
    .addHelpText('after', aboutCopies)
    .action((from: string, to: string) => copy(context, from, to))

  onStore(
    verb(group, 'migrate', {
      summary: 'Upgrade a store to the version of this testctl',
      changes: 'writes',
      examples: ['testctl store migrate --dry-run', 'testctl store migrate --store file:./team.db'],
    }),
  )
    .addHelpText('after', aboutMigrating)
    .action((flags: StoreFlag) => migrate(context, flags))
}

const aboutBackups = `
A backup is a store in one file, which nobody but you may read; also one of a
PostgreSQL. It holds what was there at one moment, the keys' hashes included. It
is there under its name when it was verified, and not before.`

const aboutRestoring = `
What is there is backed up beside it first, in the same transaction. Servers can
go on; the keys are those of the backup then.`

const aboutChecking = `
Nothing is changed. Exit code 7: something was found.`

const aboutCopies = `
Ids, numbers, times and keys stay as they are; all of it is read back and
compared. The target gets all or nothing. A store in a PostgreSQL is written
postgres://user:password@host/database; the password may stand in PGPASSWORD.`

const aboutMigrating = `
A server does the same when it starts. Of a store in a file a backup is made
beside it first; of a PostgreSQL, make one with pg_dump.`

const addressOf = async (context: Context, { store }: StoreFlag): Promise<string> => {
  const { value } = await findStore(context, {
    typed: store,
    elsewhere: () => 'go where its store is, and name that: --store file:./team.db',
  })
  return value
}

const backUp = async (
  context: Context,
  file: string,
  { force = false, ...flags }: StoreFlag & { force?: boolean },
): Promise<void> => {
  const from = await addressOf(context, flags)
  const { care, setting } = await context.care()
  const made = await watch(context, `backing up into ${file}`, (step) =>
    care.backUp({ from, to: placeOf(context, file), force }, { ...setting, step }),
  )
  await answer(context, made, made.file, [`Backed up ${made.store} into ${made.file}: ${describe(made.counts)}`])
}

const restore = async (context: Context, typed: string, flags: StoreFlag): Promise<void> => {
  const to = await addressOf(context, flags)
  const file = placeOf(context, typed)
  const { care, setting } = await context.care()
  const plan = await care.beforeRestore({ file, to }, setting)
  if (context.flags().dryRun)
    return (await context.planPrinter()).answer(plan, [
      `would put ${describe(plan.backup.counts)} into ${plan.store}`,
      ...(plan.there ? [`would replace ${describe(plan.there.counts)} (${listProjects(plan)})`] : []),
    ])
  if (plan.there) await confirmReplacing(context, plan)
  const done = await watch(context, `restoring ${typed}`, (step) =>
    care.restore({ file, to, replace: plan.there !== undefined }, { ...setting, step }),
  )
  await answer(context, done, done.store, [
    `Restored ${done.file} into ${done.store}: ${describe(done.counts)}`,
    ...(done.before ? [`What was there is in ${done.before}`] : []),
  ])
}

const confirmReplacing = async (context: Context, plan: Replacement): Promise<void> => {
  if (context.flags().yes) return
  const what = `${describe(plan.there!.counts)} (${listProjects(plan)}) in ${plan.store}`
  if (!canAsk(context)) throw new UsageError(`there are ${what}`, { hint: 'to replace them, add --yes' })
  if (!(await confirm(context.io, `Replace ${what}?`))) throw new UsageError(`${plan.store} was not replaced`)
}

const listProjects = ({ there }: Replacement): string => {
  const names = there!.projects.map(safe)
  const more = names.length - 5
  return [...names.slice(0, 5), ...(more > 0 ? [`${more} more`] : [])].join(', ') || 'no project'
}

const check = async (context: Context, flags: StoreFlag): Promise<void> => {
  const { care, setting } = await context.care()
  const checked = await care.check(await addressOf(context, flags), setting)
  const { store, findings } = checked
  await answer(context, checked, findings.length === 0 ? store : '', linesOf(checked))
  if (findings.length > 0)
    throw new PartialError(
      `${findings.length} ${findings.length === 1 ? 'thing is' : 'things are'} wrong with ${store}`,
    )
}

const linesOf = ({ store, version, counts, findings }: Checked): string[] => [
  `${store}, version ${version}: ${counts ? describe(counts) : 'damaged'}`,
  ...findings.map(({ what, where, found, hint }) => safe(`${what}: ${where ? `${where}: ` : ''}${found} (${hint})`)),
  ...(findings.length === 0 ? ['Nothing is wrong with it'] : []),
]

const copy = async (context: Context, from: string, to: string): Promise<void> => {
  const { care, setting } = await context.care()
  const done = await watch(context, 'copying', (step) => care.copy({ from, to }, { ...setting, step }))
  await answer(context, done, done.to, [`Copied ${done.from} to ${done.to}: ${describe(done.counts)}`])
}

const migrate = async (context: Context, flags: StoreFlag): Promise<void> => {
  const { dryRun = false } = context.flags()
  const { care, setting } = await context.care()
  const done = await care.migrate({ address: await addressOf(context, flags), dryRun }, setting)
  const printer = dryRun ? await context.planPrinter() : await context.printer()
  const { store, from, to, backup } = done
  if (from === to) return printer.answer(done, [`${store} is of version ${to} already`])
  await printer.answer(done, [
    ...(backup ? [dryRun ? `would back up ${store} into ${backup}` : `Backed up ${store} into ${backup}`] : []),
    `${dryRun ? 'would upgrade' : 'Upgraded'} ${store} from version ${from} to ${to}`,
  ])
}

/** The sentences for people, the one word on a pipe with `--quiet`, the whole in JSON. */
const answer = async (context: Context, value: unknown, quiet: string, lines: readonly string[]): Promise<void> => {
  const printer = await context.printer()
  await printer.answer(value, printer.format === 'quiet' ? (quiet ? [quiet] : []) : lines)
}

const watch = async <T>(
  context: Context,
  label: string,
  work: (step: (rows: number) => void) => Promise<T>,
): Promise<T> => {
  const progress = context.progress(label)
  try {
    return await work(progress.step)
  } finally {
    progress.done()
  }
}

const placeOf = ({ io }: Context, typed: string) => {
  const said = typed.replace(/^file:/i, '')
  return { said, path: isAbsolute(said) ? said : join(io.cwd, said) }
}

const describe = (counts: Counts): string => {
  const said = Object.entries(counts).filter(([, rows]) => rows > 0)
  return said.map(([table, rows]) => `${rows} ${rows === 1 ? table.slice(0, -1) : table}`).join(', ') || 'nothing'
}
