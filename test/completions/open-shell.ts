import { resolve } from 'node:path'
import { openTerminal, prompt, type Terminal } from '../helpers/terminal.ts'

const completions = resolve(import.meta.dirname, '../../completions')

/** A shell in which Tab is pressed. */
type Shell = {
  name: string
  command: string[]
  /** Gives it the prompt, and nothing that it would show by itself. */
  settle: string
  /** Loads what `testctl completion` prints, and the file of this repository where the shell looks for it. */
  load: { printed: string; file: string }
  /** What shows everything that is offered. */
  list: string[]
}

/** Those that testctl has a script for, but PowerShell. */
export const shells: Shell[] = [
  {
    name: 'bash',
    command: ['bash', '--norc', '--noprofile', '-i'],
    settle: `PS1='${prompt} '`,
    load: { printed: 'source <(testctl completion bash)', file: `source '${completions}/testctl.bash'` },
    list: ['Tab', 'Tab'],
  },
  {
    name: 'zsh',
    command: ['zsh', '-f', '-i'],
    settle: `PS1='${prompt} '; unsetopt prompt_sp`,
    load: {
      printed: 'autoload -Uz compinit; compinit -u -D; source <(testctl completion zsh)',
      file: `fpath=('${completions}' $fpath); autoload -Uz compinit; compinit -u -D`,
    },
    list: ['Tab'],
  },
  {
    name: 'fish',
    command: ['fish', '--no-config', '-i'],
    settle: `set -g fish_autosuggestion_enabled 0; function fish_prompt; echo '${prompt} '; end`,
    load: { printed: 'testctl completion fish | source', file: `source '${completions}/testctl.fish'` },
    list: ['Tab'],
  },
]

/** Opens one in a terminal, with the script loaded. */
export const openShell = async (
  { command, settle, load }: Shell,
  { from, testctl }: { from: keyof Shell['load']; testctl?: string },
): Promise<Terminal> => {
  const terminal = await openTerminal(command, { testctl })
  for (const line of [settle, load[from], 'echo loaded']) await terminal.type(line, 'Enter')
  await terminal.see(/^loaded$/m)
  return terminal
}
