import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { lacks } from '../helpers/programs.ts'
import { sharedCache } from '../helpers/program.ts'
import { openTerminal, prompt, type Terminal } from '../helpers/terminal.ts'
import { aside } from '../helpers/world.ts'

// Runs `testctl completion install` in a home, and then opens a shell that reads all its startup files.

type Home = { name: string; shell: 'bash' | 'zsh' | 'fish'; files?: Record<string, string> }

const homes: Home[] = [
  { name: 'a home with nothing in it', shell: 'bash' },
  { name: 'a .bashrc that does not end its last line', shell: 'bash', files: { '.bashrc': 'alias x=y' } },
  { name: 'a home with nothing in it', shell: 'zsh' },
  { name: 'a .zshrc without compinit', shell: 'zsh', files: { '.zshrc': 'alias x=y' } },
  {
    name: 'a .zshrc with compinit before',
    shell: 'zsh',
    files: { '.zshrc': 'autoload -Uz compinit && compinit -u\n' },
  },
  {
    name: 'a .zshrc that puts compinit off',
    shell: 'zsh',
    files: {
      '.zshrc': 'later() { autoload -Uz compinit; compinit -u; precmd_functions=(); }\nprecmd_functions=(later)\n',
    },
  },
  {
    name: 'a .zshrc whose compinit trusts what it knows',
    shell: 'zsh',
    files: { '.zshrc': 'autoload -Uz compinit && compinit -C\n' },
  },
  { name: 'a home with nothing in it', shell: 'fish' },
]

// Settings that make the line of each shell readable; none of them affects completion. If fish finds no Python, it does not parse all
// manual pages of the machine in the background, which would take a core for long if there are many.
const prompts: Record<Home['shell'], [file: string, line: string]> = {
  bash: ['.bashrc', `PS1='${prompt} '`],
  zsh: ['.zshrc', `PS1='${prompt} '; unsetopt prompt_sp`],
  fish: [
    '.config/fish/conf.d/prompt.fish',
    `function fish_prompt; echo '${prompt} '; end; set -g fish_autosuggestion_enabled 0; set -g fish_greeting; function __fish_anypython; return 1; end`,
  ],
}

const open = async (terminal: Terminal, shell: Home['shell']): Promise<void> => {
  await terminal.type(shell, 'Enter')
  // Keys typed before the shell was ready may be shown before its prompt.
  await terminal.see(new RegExp(`${prompt}$`, 'm'))
  await terminal.clear()
}

for (const { name, shell, files = {} } of homes) {
  test.skipIf(lacks('tmux', shell))(`Tab in a new ${shell} after install, in ${name}`, async () => {
    const terminal = await openTerminal(['sh'])
    try {
      for (const [file, text] of Object.entries(files)) await writeFile(join(terminal.folder, file), text)
      await terminal.type(`testctl completion install ${shell}`, 'Enter')
      await terminal.see(/Now open a new/)
      const [file, line] = prompts[shell]
      const path = join(terminal.folder, file)
      await mkdir(dirname(path), { recursive: true })
      const installed = await readFile(path, 'utf8').catch(() => '')
      await appendFile(path, `${line}\n`)

      await open(terminal, shell)
      await terminal.type('testctl tests set WEB-T1 p', 'Tab')
      await terminal.see(new RegExp(`^${prompt} testctl tests set WEB-T1 passed$`, 'm'))
      await terminal.clear()

      await terminal.type(`testctl completion uninstall ${shell} | wc -l`, 'Enter')
      await terminal.see(/^\s*[12]$/m)
      await terminal.clear()
      await terminal.type(`exec ${shell}`, 'Enter')
      await terminal.see(new RegExp(`exec ${shell}\n[^]*${prompt}$`))
      await terminal.clear()
      await terminal.type('testctl tests set WEB-T1 p', 'Tab')
      await terminal.type('q | wc -c', 'Enter')
      await terminal.see(/testctl tests set WEB-T1 pq/)
      expect(installed).not.toBe(await readFile(path, 'utf8'))
    } finally {
      await terminal.close()
    }
  })
}

const names = [
  'Login works',
  'run $(touch pwned) `touch pwned` "now"; touch pwned',
  'bidi \u202egnirts \u001b[31mred\nline',
]

for (const shell of ['bash', 'zsh', 'fish'] as const) {
  test.skipIf(lacks('tmux', shell))(
    `${shell} offers what commands have shown before, and completes it from lower case, too`,
    async () => {
      const terminal = await openTerminal(['sh'])
      try {
        const [file, line] = prompts[shell]
        await mkdir(dirname(join(terminal.folder, file)), { recursive: true })
        await writeFile(join(terminal.folder, file), `${line}\n`)
        const env = { HOME: terminal.folder, XDG_CACHE_HOME: sharedCache(), TESTCTL_URL: 'file:./team.db' }
        for (const typed of [
          'testctl projects create --name Web --identifier WEB',
          ...names.map((name) => `testctl cases create -p WEB --name '${name}'`),
        ])
          await aside(typed, { cwd: terminal.folder, env })
        for (const typed of [
          'export TESTCTL_URL=file:./team.db',
          `testctl completion install ${shell}; clear; echo done`,
        ])
          await terminal.type(typed, 'Enter')
        await terminal.see(/^done$/m)
        await open(terminal, shell)
        await terminal.type('testctl cases get WEB-C', 'Tab', ...(shell === 'bash' ? ['Tab'] : []))
        const screen = await terminal.see(/WEB-C1\b[^]*WEB-C3|WEB-C3[^]*WEB-C1\b/)
        expect(screen).toMatch(/WEB-C1\b.*Login works/)
        expect(screen).not.toMatch(/^line/m)
        await terminal.clear()
        await terminal.type('testctl cases get web-c1', 'Tab')
        await terminal.see(/testctl cases get WEB-C1$/m)
        await terminal.clear()
        await terminal.type('testctl cases update WEB-C2', 'Tab')
        await terminal.type(' --dry-run --name x', 'Enter')
        await terminal.see(/POST \/v1\/cases/)
        expect(await readdir(terminal.folder)).not.toContain('pwned')
      } finally {
        await terminal.close()
      }
    },
  )
}
