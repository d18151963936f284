import type { Command } from 'commander'
import type { StoreContents } from '../../store/maintenance/restore.ts'
import type { Context } from '../../composition/context.ts'
import { UsageError } from '../../errors.ts'
import { safe } from '../../output/text/escape.ts'
import { checkFileName } from '../shared/input/file-names.ts'
import { keysLine } from './keys-line.ts'
import { canAsk, confirm } from '../shared/input/prompt.ts'
import { addStoreFlag, storeNamed, sayCounts, showRows, storeAddress, type StoreFlag, tellProgress } from './flags.ts'
import { verb } from '../shared/verbs/index.ts'

/** Adds `store restore`: replaces the contents of a store with a backup. */
export const defineRestore = (group: Command, context: Context): void => {
  const command = verb(group, 'restore <file>', {
    summary: 'Replace the contents of a store with a backup',
    changes: 'deletes',
    prints: ['store', 'file', 'counts', 'before', 'revoked', 'unknown'],
    examples: [
      'testctl store restore backup.db --store file:./fresh.db',
      'testctl store restore backup.db --dry-run',
      'testctl store restore backup.db --yes',
    ],
  })
  addStoreFlag(command)
    .addHelpText('after', explanation)
    .action((file: string, flags: StoreFlag) => restore(context, file, flags))
}

const explanation = `
If the store is not empty, it is first backed up, in the same transaction: into
a file beside it, or for PostgreSQL into the current folder. Servers can keep
running. The keys of the backup replace those of the store; keys that were
revoked in the store stay revoked. A new store does not know which keys were
revoked after the backup: check them with testctl keys list.`

const restore = async (context: Context, typed: string, flags: StoreFlag): Promise<void> => {
  checkFileName('store restore', typed, { hint: 'name a backup, such as backup.db' })
  const to = await storeAddress(context, flags)
  const file = storeNamed(context, typed)
  const { maintenance, setting } = await context.maintenance()
  const backup = `file:${file.path}`
  const plan = await showRows(context, { label: `reading ${typed}`, store: backup }, () =>
    maintenance.beforeRestore({ file, to }, setting),
  )
  const { store, there } = plan
  if (context.flags().dryRun)
    return (await context.planPrinter()).answer(plan, [
      `would put ${sayCounts(plan.backup.counts)} into ${store}`,
      ...(there ? [`would replace ${sayContents(there)}`] : []),
    ])
  if (there) await confirmReplacing(context, there, store)
  const done = await showRows(context, { label: `restoring ${typed}`, store: backup }, (step) =>
    maintenance.restore({ file, to, replace: there !== undefined }, { ...setting, step }),
  )
  const lines = [
    `Restored ${done.file} into ${done.store}: ${sayCounts(done.counts)}`,
    ...(done.before ? [`The previous contents are in ${done.before}`] : []),
    ...(done.revoked?.length ? [`Still revoked: ${done.revoked.map(safe).join(', ')}`] : []),
    ...(done.unknown ? [`If keys were revoked since the backup, they are valid again: ${keysLine(flags.store)}`] : []),
  ]
  await tellProgress(context, done, { quiet: done.store, lines })
}

const confirmReplacing = async (context: Context, there: StoreContents, store: string): Promise<void> => {
  if (context.flags().yes) return
  if (!canAsk(context))
    throw new UsageError(`${store} holds ${sayContents(there)}`, { hint: 'to replace it, add --yes' })
  if (!(await confirm(context.io, `Replace ${sayContents(there)} in ${store}?`)))
    throw new UsageError(`${store} was not replaced`)
}

/** Describes how much a store holds, with the names of its first five projects. */
const sayContents = ({ counts, projects }: StoreContents): string => {
  const more = projects.length - 5
  const names = [...projects.slice(0, 5).map(safe), ...(more > 0 ? [`${more} more`] : [])]
  return `${sayCounts(counts)} (${names.join(', ') || 'no project'})`
}
