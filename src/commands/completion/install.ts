import type { Command } from 'commander'
import { type Shell, shells } from '../../completions/expected-values.ts'
import { shellInUse } from '../../completions/shells/detect.ts'
import type { CompletionInstallation } from '../../completions/installation/index.ts'
import type { Context } from '../../composition/context.ts'
import { UsageError } from '../../errors.ts'
import { safe } from '../../output/text/escape.ts'
import { choose } from '../shared/input/choices.ts'
import { verb } from '../shared/verbs/index.ts'

const fields: readonly (keyof CompletionInstallation)[] = ['shell', 'files']

type Flags = { dryRun?: boolean }
type Change = CompletionInstallation['files'][number]['change']

/** Adds `completion install`, which puts a script where the shell looks for it, and `completion uninstall`, which removes it. */
export const defineInstallation = (group: Command, context: Context): void => {
  verb(group, 'install [shell]', {
    summary: 'Install the completion script for your shell',
    changes: 'atOnce',
    prints: fields,
    examples: ['testctl completion install', 'testctl completion install zsh --dry-run'],
  })
    .option('--dry-run', 'show the changes without making them')
    .addHelpText('after', aboutInstalling)
    .action((typed: string | undefined, flags: Flags) => install(context, typed, flags))

  verb(group, 'uninstall [shell]', {
    summary: 'Remove the completion script, and its lines in startup files',
    changes: 'atOnce',
    prints: fields,
    examples: ['testctl completion uninstall', 'testctl completion uninstall bash --dry-run'],
  })
    .option('--dry-run', 'show the changes without making them')
    .addHelpText('after', aboutUninstalling)
    .action((typed: string | undefined, flags: Flags) => uninstall(context, typed, flags))
}

const aboutInstalling = `
Without an argument it installs for the shell in $SHELL, on Windows for
PowerShell. If a startup file needs lines, they stand between two marker lines:
in .zshrc, in .bashrc if the package bash-completion is not loaded, and in the
profile of PowerShell.`

const aboutUninstalling = `
The startup files are restored byte for byte.`

const install = async (context: Context, typed: string | undefined, { dryRun = false }: Flags): Promise<void> => {
  const shell = shellOf(context, typed)
  const { installCompletion, isInPath, notInPath } = await context.installation()
  const done = await installCompletion({ shell, dryRun, io: context.io })
  const isNew = done.files.some(({ change }) => change !== 'unchanged')
  await answer(context, done, { dryRun, next: isNew && !dryRun ? `Now open a new ${shell}` : undefined })
  if (!isInPath(context.io)) await (await context.ownPrinter()).warn(`${notInPath.message}; ${notInPath.hint}`)
}

const uninstall = async (context: Context, typed: string | undefined, { dryRun = false }: Flags): Promise<void> => {
  const shell = shellOf(context, typed)
  const { uninstallCompletion } = await context.installation()
  const done = await uninstallCompletion({ shell, dryRun, io: context.io })
  await answer(context, done, {
    dryRun,
    next: done.files.length === 0 ? `There was no completion for ${shell}` : undefined,
  })
}

const answer = async (
  context: Context,
  done: CompletionInstallation,
  { dryRun, next }: { dryRun: boolean; next: string | undefined },
): Promise<void> => {
  const printer = await context.ownPrinter()
  const changed = done.files.filter(({ change }) => change !== 'unchanged')
  const changes = done.files.map(({ path, change }) => `${(dryRun ? planned : past)[change]} ${safe(path)}`)
  const lines =
    printer.format === 'quiet' ? changed.map(({ path }) => safe(path)) : [...changes, ...(next ? [next] : [])]
  await printer.answer(done, lines)
}

const past: Record<Change, string> = {
  created: 'Created',
  updated: 'Updated',
  removed: 'Removed',
  unchanged: 'Already there:',
  absent: 'Not there:',
}

const planned: Record<Change, string> = {
  ...past,
  created: 'would create',
  updated: 'would update',
  removed: 'would remove',
}

const shellOf = ({ io }: Context, typed: string | undefined): Shell => {
  if (typed !== undefined) return choose('shell', typed === 'pwsh' ? 'powershell' : typed, shells)
  const named = shellInUse(io)
  if (named === undefined)
    throw new UsageError('which shell? SHELL is not set', { hint: `name one: ${shells.join(', ')}` })
  return choose('shell', named, shells)
}
