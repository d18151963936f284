import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { addStoreFlag, storeNamed, sayCounts, showRows, storeAddress, type StoreFlag, tellProgress } from './flags.ts'
import { checkFileName } from '../shared/input/file-names.ts'
import { verb } from '../shared/verbs/index.ts'

type Flags = StoreFlag & { force?: boolean }

/** Adds `store backup`: a copy of a store in a file of its own. */
export const defineBackup = (group: Command, context: Context): void => {
  const command = verb(group, 'backup <file>', {
    summary: 'Copy a store into a new file, while it is in use',
    changes: 'atOnce',
    prints: ['store', 'file', 'bytes', 'version', 'counts'],
    examples: ['testctl store backup monday.db', 'testctl store backup backup.db --store file:./team.db --force'],
  })
  addStoreFlag(command.option('--force', 'replace an existing file'))
    .addHelpText('after', explanation)
    .action((file: string, flags: Flags) => backUp(context, file, flags))
}

const explanation = `
A backup is a store in one file, also the backup of a PostgreSQL store. Only you
can read the file. It is a snapshot of one moment, and includes the hashes of
the keys. The file gets its name only after it was verified.`

const backUp = async (context: Context, file: string, { force = false, ...flags }: Flags): Promise<void> => {
  checkFileName('store backup', file, { hint: 'name a file, such as backup.db' })
  const from = await storeAddress(context, flags)
  const { maintenance, setting } = await context.maintenance()
  const made = await showRows(context, { label: `backing up into ${file}`, store: from }, (step) =>
    maintenance.backUp({ from, to: storeNamed(context, file), force }, { ...setting, step }),
  )
  const lines = [`Backed up ${made.store} into ${made.file}: ${sayCounts(made.counts)}`]
  await tellProgress(context, made, { quiet: made.file, lines })
}
