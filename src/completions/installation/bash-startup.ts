import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readRegularFile } from '../../system/files/regular-file.ts'
import { homeOf } from './home.ts'
import type { UserEnv } from '../../system/io.ts'

/**
 * Whether bash loads the package bash-completion when it starts: a startup file mentions it, and it is installed. From
 * version 2 on, it finds the completions of a user without further setup.
 */
export const loadsCompletions = (home: string): boolean => {
  const files = [...[bashrc, ...login].map((file) => join(home, file)), '/etc/bash.bashrc', '/etc/bashrc']
  const lines = files.flatMap(readLines).filter((line) => /^\s*[^#\s].*bash_completion/.test(line))
  return lines.some((line) => (line.match(versionTwo) ?? usual).some((file) => existsSync(file)))
}

/** Returns the file in the home that bash reads when a terminal is opened; terminals of macOS start a login shell. */
export const startupFile = (surroundings: UserEnv): string => {
  if (surroundings.platform !== 'darwin') return bashrc
  return login.find((file) => existsSync(join(homeOf(surroundings), file))) ?? '.bash_profile'
}

const bashrc = '.bashrc'
const login = ['.bash_profile', '.bash_login', '.profile']

// A literal path; a path that begins with a variable or a command may be any of the usual ones.
const versionTwo =
  /(?<![^\s'";&|(])\/[^\s'";&|()$`]*(?:bash-completion\/bash_completion|profile\.d\/bash_completion\.sh)/g

const usual = [
  '/usr/share/bash-completion/bash_completion',
  '/etc/profile.d/bash_completion.sh',
  '/opt/homebrew/etc/profile.d/bash_completion.sh',
  '/usr/local/etc/profile.d/bash_completion.sh',
  '/home/linuxbrew/.linuxbrew/etc/profile.d/bash_completion.sh',
]

// No startup file is larger; the user did not ask to have it read.
const largest = 4 * 1024 * 1024

const readLines = (file: string): string[] => {
  try {
    return readRegularFile(file, { most: largest }).split('\n')
  } catch {
    return []
  }
}
