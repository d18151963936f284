import type { Command } from 'commander'
import { UsageError } from '../errors.ts'

/**
 * Throws a UsageError for an empty name of a file or a folder, which a script has if a variable is not set: it would mean the current
 * folder (DECISIONS 266). An empty `--profile` would mean the default one; an empty `--ours` or `--theirs`, every conflict. DECISIONS 498
 */
export const refuseEmptyNames = (command: Command): void => {
  if (command.optsWithGlobals()['profile'] === '') throw emptyText('--profile', 'the name of a profile')
  for (const option of command.options) {
    if (!isEmpty(command.getOptionValue(option.attributeName()))) continue
    const [, kind] = /<(file|folder|path)>$/.exec(option.flags) ?? []
    if (kind !== undefined) throw emptyName(option.long ?? option.flags, kind === 'folder' ? 'folder' : 'file')
    if (option.long === '--ours' || option.long === '--theirs')
      throw emptyText(option.long, 'all, a case, or a field of one')
  }
  // The path of `api` is not a file, but a path of the interface.
  if (command.name() === 'api') return
  const what = `${command.parent?.name()} ${command.name()}`
  for (const [at, argument] of command.registeredArguments.entries()) {
    if (!isEmpty(command.processedArgs[at])) continue
    if (argument.name() === 'path') throw emptyName(what, 'folder or a file')
    if (argument.name() === 'file' || argument.name() === 'report') throw emptyName(what, 'file')
  }
}

const isEmpty = (given: unknown): boolean => (Array.isArray(given) ? given.includes('') : given === '')

const emptyName = (what: string, kind: string): UsageError => emptyText(what, `the name of a ${kind}`)

const emptyText = (what: string, takes: string): UsageError =>
  new UsageError(`${what} takes ${takes}`, { hint: 'it is empty: is a variable of the script not set?' })
