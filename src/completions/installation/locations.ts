import { dirname, isAbsolute, join } from 'node:path'
import type { Shell } from '../expected-values.ts'
import { loadsCompletions, startupFile } from './bash-startup.ts'
import { configHome, dataHome, homeOf, type HomeEnv } from './home.ts'
import { profileFolder } from './powershell-profile.ts'

/**
 * Where the completion of a shell lies: the script, and a startup file with the lines that load it, if they are needed.
 * Nothing is lost with one of `ownFolders` that is empty.
 */
export type InstallLocation = { script: string; startup?: Startup; ownFolders?: readonly string[] }
export type Startup = { file: string; lines: readonly string[]; needed: boolean }

/** Where a shell looks for completions, or is configured to. Throws a UsageError where there is no home. */
export const locationOf = (shell: Shell, surroundings: HomeEnv): InstallLocation => places[shell](surroundings)

const places: Readonly<Record<Shell, (surroundings: HomeEnv) => InstallLocation>> = {
  bash: (surroundings) => {
    const home = homeOf(surroundings)
    // Several, as in a PATH, from bash-completion 2.12.
    const own = surroundings.env['BASH_COMPLETION_USER_DIR']?.split(':')[0]
    const folder = own && isAbsolute(own) ? own : join(dataHome(surroundings), 'bash-completion')
    const script = join(folder, 'completions', 'testctl')
    const quoted = quote(script, home)
    // A file that sh reads too must stay one that it understands.
    const line = `if [ -n "\${BASH_VERSION-}" ] && [ -r ${quoted} ]; then . ${quoted}; fi`
    const file = join(home, startupFile(surroundings))
    const ownFolders = foldersOf(script)
    return { script, startup: { file, lines: [line], needed: !loadsCompletions(home) }, ownFolders }
  },

  zsh: (surroundings) => {
    const home = homeOf(surroundings)
    const folder = join(dataHome(surroundings), 'testctl', 'zsh')
    const zdotdir = surroundings.env['ZDOTDIR']
    const file = join(zdotdir && isAbsolute(zdotdir) ? zdotdir : home, '.zshrc')
    // Here, at the end of the file, compinit has run, or is put off by a plugin and finds the folder, or is missing.
    const lines = [
      `fpath=(${quote(folder, home)} $fpath)`,
      'if (( $+functions[compdef] )); then autoload -Uz _testctl && compdef _testctl testctl',
      'else autoload -Uz compinit && compinit -i; fi',
    ]
    return {
      script: join(folder, '_testctl'),
      startup: { file, lines, needed: true },
      ownFolders: foldersOf(join(folder, '_testctl')),
    }
  },

  fish: (surroundings) => {
    const script = join(configHome(surroundings), 'fish', 'completions', 'testctl.fish')
    return { script, ownFolders: foldersOf(script) }
  },

  powershell: (surroundings) => {
    const folder = profileFolder(surroundings)
    const script = join(folder, 'testctl.completion.ps1')
    const quoted = `'${script.replaceAll("'", "''")}'`
    const lines = [`if (Test-Path -LiteralPath ${quoted}) { . ${quoted} }`]
    return { script, startup: { file: join(folder, 'profile.ps1'), lines, needed: true }, ownFolders: [folder] }
  },
}

// What may have been made for a script: the folder that its shell looks into, and the shell's own above it.
const foldersOf = (script: string): string[] => [dirname(script), dirname(dirname(script))]

// Startup files go from one machine to another, where the home may be called something else.
const quote = (path: string, home: string): string =>
  path.startsWith(`${home}/`) ? `"$HOME"${literal(path.slice(home.length))}` : literal(path)

const literal = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
