import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { sayCounts, showRows, tellProgress } from './flags.ts'
import { verb } from '../shared/verbs/index.ts'

/** Adds `store copy`: copies a whole store into an empty one, which may be of another kind. */
export const defineCopy = (group: Command, context: Context): void => {
  verb(group, 'copy <from> <to>', {
    summary: 'Copy a whole store into an empty one',
    changes: 'atOnce',
    prints: ['from', 'to', 'counts', 'tables'],
    examples: [
      'testctl store copy file:./team.db file:./other.db',
      'testctl store copy file:./team.db file:./archive.db --json',
    ],
  })
    .addHelpText('after', explanation)
    .action(async (from: string, to: string) => {
      const { maintenance, setting } = await context.maintenance()
      const done = await showRows(context, { label: 'copying', store: from }, (step) =>
        maintenance.copyStore({ from, to }, { ...setting, step }),
      )
      const lines = [`Copied ${done.from} to ${done.to}: ${sayCounts(done.counts)}`]
      await tellProgress(context, done, { quiet: done.to, lines })
    })
}

const explanation = `
Ids, numbers, times and keys stay the same. Everything is read back and
compared; the target gets all of it or nothing. The address of a store in
PostgreSQL is postgres://user:password@host/database; the password can also be
in PGPASSWORD.`
