import type { Command } from 'commander'
import { UsageError } from '../errors.ts'

/**
 * Ends an empty text for the name of a file or a folder: a script has it where a variable is not set, and it would mean the current
 * folder. DECISIONS 266
 */
export const refuseEmptyNames = (command: Command): void => {
  for (const option of command.options) {
    if (!isEmpty(command.getOptionValue(option.attributeName()))) continue
    const [, kind] = /<(file|folder|path)>$/.exec(option.flags) ?? []
    if (kind !== undefined) throw emptyName(option.long ?? option.flags, kind === 'folder' ? 'folder' : 'file')
  }
  // The path of api is one of the interface.
  if (command.name() === 'api') return
  const what = `${command.parent?.name()} ${command.name()}`
  for (const [at, argument] of command.registeredArguments.entries()) {
    if (!isEmpty(command.processedArgs[at])) continue
    if (argument.name() === 'path') throw emptyName(what, 'folder or a file')
    if (argument.name() === 'file' || argument.name() === 'report') throw emptyName(what, 'file')
  }
}

const isEmpty = (given: unknown): boolean => (Array.isArray(given) ? given.includes('') : given === '')

const emptyName = (what: string, kind: string): UsageError =>
  new UsageError(`${what} takes the name of a ${kind}`, { hint: 'it is empty: is a variable of the script not set?' })
