import type { Command } from 'commander'
import { shells } from '../completions/expected.ts'
import { scripts } from '../completions/scripts.ts'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { printing } from '../printed.ts'
import { choose } from './choices.ts'

/** `testctl completion bash`: the script that makes Tab work in a shell. */
export const defineCompletion = (command: Command, context: Context): void => {
  printing(command, 'script')
  command
    .usage(`${shells.join('|')} [flags]`)
    .argument('[shell]', shells.join(', '))
    .addHelpText('after', loading)
    .action(async (typed: string | undefined) => {
      if (typed === undefined) throw new UsageError('which shell?', { hint: `testctl completion ${shells.join('|')}` })
      const shell = choose('shell', typed, shells)
      await (await context.printer()).raw(scripts[shell])
    })
}

const loading = `
Load it in the shell that runs, or where the shell finds it at every start:
  bash  source <(testctl completion bash)
        dir=~/.local/share/bash-completion/completions
        testctl completion bash > $dir/testctl
        (the package bash-completion reads that folder; without it, put the
        first line into ~/.bashrc)
  zsh   source <(testctl completion zsh)
        testctl completion zsh > "\${fpath[1]}/_testctl"
        (after compinit, which ~/.zshrc has to call:
        autoload -Uz compinit && compinit)
  fish  testctl completion fish | source
        testctl completion fish > ~/.config/fish/completions/testctl.fish

Examples:
  testctl completion bash
  testctl completion zsh
  testctl completion fish`
