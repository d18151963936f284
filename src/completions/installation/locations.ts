import { dirname, isAbsolute, join } from 'node:path'
import type { Shell } from '../expected-values.ts'
import { loadsCompletions, startupFile } from './bash-startup.ts'
import { configHome, dataHome, homeOf } from './home.ts'
import { profileFolder } from './powershell-profile.ts'
import type { UserEnv } from '../../system/io.ts'

/**
 * The files of the completion of a shell: the script, and a startup file with the lines that load it, if they are needed.
 * The folders in `ownFolders` can be removed if they are empty.
 */
export type InstallLocation = { script: string; startup?: Startup; ownFolders?: readonly string[] }
export type Startup = { file: string; lines: readonly string[]; needed: boolean }

/** Returns where a shell looks for completions, or is configured to. Throws a UsageError if there is no home. */
export const locationOf = (shell: Shell, surroundings: UserEnv): InstallLocation => places[shell](surroundings)

const places: Readonly<Record<Shell, (surroundings: UserEnv) => InstallLocation>> = {
  bash: (surroundings) => {
    const home = homeOf(surroundings)
    // Several folders, as in a PATH, from bash-completion 2.12 on.
    const own = surroundings.env['BASH_COMPLETION_USER_DIR']?.split(':')[0]
    const folder = own && isAbsolute(own) ? own : join(dataHome(surroundings), 'bash-completion')
    const script = join(folder, 'completions', 'testctl')
    const quoted = quote(script, home)
    // sh may read this file too, and must understand the line.
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
    // At the end of the file, compinit has run; or a plugin has deferred it, and it finds the folder later; or it is missing.
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

// The folders that may have been created for a script: the one that its shell looks into, and the shell's own above it.
const foldersOf = (script: string): string[] => [dirname(script), dirname(dirname(script))]

// Users copy startup files to other machines, where the path of the home may differ.
const quote = (path: string, home: string): string =>
  path.startsWith(`${home}/`) ? `"$HOME"${literal(path.slice(home.length))}` : literal(path)

const literal = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
