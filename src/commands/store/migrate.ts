import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { addStoreFlag, showRows, storeAddress, type StoreFlag } from './flags.ts'
import { verb } from '../shared/verbs/index.ts'

/** Adds `store migrate`: upgrades a store that an older testctl made. */
export const defineMigrate = (group: Command, context: Context): void => {
  const command = verb(group, 'migrate', {
    summary: 'Upgrade a store to the version of this testctl',
    changes: 'writes',
    prints: ['store', 'from', 'to', 'backup'],
    examples: ['testctl store migrate --dry-run', 'testctl store migrate --store file:./team.db'],
  })
  addStoreFlag(command)
    .addHelpText('after', explanation)
    .action((flags: StoreFlag) => migrate(context, flags))
}

const explanation = `
A store in a file is first backed up beside itself; back up a PostgreSQL store
with pg_dump. testctl serve, and every other command that opens an older store,
upgrades it too, without a backup; an older testctl may then refuse it.`

const migrate = async (context: Context, flags: StoreFlag): Promise<void> => {
  const { dryRun = false } = context.flags()
  const { maintenance, setting } = await context.maintenance()
  const address = await storeAddress(context, flags)
  const done = await showRows(context, { label: 'upgrading', store: address }, (step) =>
    maintenance.migrate({ address, dryRun }, { ...setting, step }),
  )
  const printer = await context.planPrinter()
  const { store, from, to, backup } = done
  if (from === to) return printer.answer(done, [`${store} is of version ${to} already`])
  await printer.answer(done, [
    ...(backup ? [dryRun ? `would back up ${store} into ${backup}` : `Backed up ${store} into ${backup}`] : []),
    `${dryRun ? 'would upgrade' : 'Upgraded'} ${store} from version ${from} to ${to}`,
  ])
}
