import { resolve } from 'node:path'
import { openTerminal, prompt, type Terminal } from '../helpers/terminal.ts'

const completions = resolve(import.meta.dirname, '../../completions')

/** A shell in which Tab is pressed. */
type Shell = {
  name: string
  command: string[]
  /** Sets the prompt, and turns off what the shell would show on its own. */
  settle: string
  /** Two ways to load the script: as `testctl completion` prints it, and as the file of this repository, as the shell finds it. */
  load: { printed: string; file: string }
  /** The keys that show everything that is offered. */
  list: string[]
}

/** The shells that testctl has a script for, except PowerShell. */
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

/** Opens a shell in a terminal, and loads the script. */
export const openShell = async (
  { command, settle, load }: Shell,
  { from, testctl }: { from: keyof Shell['load']; testctl?: string },
): Promise<Terminal> => {
  const terminal = await openTerminal(command, { testctl })
  for (const line of [settle, load[from], 'echo loaded']) await terminal.type(line, 'Enter')
  await terminal.see(/^loaded$/m)
  return terminal
}
