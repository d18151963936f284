import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { defineBackup } from './backup.ts'
import { defineRestore } from './restore.ts'
import { defineCheck } from './check.ts'
import { defineCopy } from './copy.ts'
import { defineMigrate } from './migrate.ts'

/** Adds the verbs of `store`, which work on the store itself: the interface has no maintenance. */
export const defineStore = (group: Command, context: Context): void => {
  defineBackup(group, context)
  defineRestore(group, context)
  defineCheck(group, context)
  defineCopy(group, context)
  defineMigrate(group, context)
}
