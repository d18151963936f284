import type { Command } from 'commander'
import { type Shell, shells } from '../../completions/expected-values.ts'
import { scripts } from '../../completions/shells/index.ts'
import type { Context } from '../../composition/context.ts'
import { printing } from '../../output/printed-kind.ts'
import { choose } from '../shared/input/choices.ts'
import { defineInstallation } from './install.ts'
import { verb } from '../shared/verbs/index.ts'

/** Adds `testctl completion`: `bash` prints the script that makes Tab work there; `install` puts it where the shell looks. */
export const defineCompletion = (group: Command, context: Context): void => {
  defineInstallation(group, context)
  for (const shell of shells) {
    const command = verb(group, shell, {
      summary: `Print the completion script for ${shell === 'powershell' ? 'PowerShell' : shell}`,
      aliases: shell === 'powershell' ? ['pwsh'] : [],
      examples: [`testctl completion ${shell}`],
    })
      .addHelpText('after', loading[shell])
      .action(async () => (await context.ownPrinter()).raw(scripts[shell]))
    printing(command, 'script')
  }
  // Any other word is an error. Without a word, prints the help page, as for any noun.
  group.argument('[word]').action((typed: string | undefined) => {
    if (typed === undefined) return group.help()
    choose('shell', typed, shells)
  })
}

const loading: Readonly<Record<Shell, string>> = {
  bash: `
To load it into the current shell:
  source <(testctl completion bash)`,
  zsh: `
To load it into the current shell, after compinit:
  source <(testctl completion zsh)`,
  fish: `
To load it into the current shell:
  testctl completion fish | source`,
  powershell: `
To load it into the current shell:
  testctl completion powershell | Out-String | Invoke-Expression`,
}
