import { env, platform } from 'node:process'
import type { UserEnv } from './io.ts'

/** The shell of this process, for code that has no Io. */
export const usualShell: UserEnv = { env: { MSYSTEM: env['MSYSTEM'] }, platform }

/** Whether the shell is PowerShell: on Windows, except in Git Bash and MSYS2, which set MSYSTEM. DECISIONS 115 */
export const isPowerShell = ({ env, platform }: UserEnv): boolean => platform === 'win32' && !env['MSYSTEM']

/** Returns a command that runs `line` with an environment variable set, in the syntax of the shell. */
export const withVariable = (typing: UserEnv, [name, value]: readonly [string, string], line: string): string =>
  isPowerShell(typing)
    ? `$env:${name}=${inPowerShellQuotes(value)}; ${line}`
    : `${name}=${quoteWordFor(typing, value)} ${line}`

/** Returns a command that shows who may read and write these files and folders. */
export const accessLine = (typing: UserEnv, ...paths: string[]): string =>
  isPowerShell(typing)
    ? paths.map((path) => `icacls ${inPowerShellQuotes(path)}`).join('; ')
    : ['ls -ld', ...paths.map((path) => quoteWordFor(typing, path))].join(' ')

/** Returns a command that shows how much room is left on the disk of a folder. */
export const roomLine = (typing: UserEnv, folder: string): string =>
  isPowerShell(typing) ? 'Get-PSDrive -PSProvider FileSystem' : `df ${quoteWordFor(typing, folder)}`

/** Returns how to find out which program has a file open. */
export const holderLine = (typing: UserEnv, file: string): string =>
  isPowerShell(typing) ? 'openfiles /query, or in the Resource Monitor' : `lsof ${quoteWordFor(typing, file)}`

/** Returns a command that shows which program listens at a port. */
export const listenerLine = ({ platform }: UserEnv, port: number): string => {
  if (platform === 'linux') return 'ss -ltnp'
  return platform === 'win32' ? 'netstat -ano -p tcp' : `lsof -i tcp:${port}`
}

/** Returns how to convert a file to UTF-8; `-` is stdin. */
export const recodeLine = (typing: UserEnv, path: string): string => {
  if (isPowerShell(typing)) return `save it as UTF-8, in an editor: ${path === '-' ? 'the piped text' : path}`
  const iconv = 'iconv -f windows-1252 -t utf-8'
  return path === '-'
    ? `pipe it through ${iconv}, or whatever it is encoded in`
    : `${iconv} ${quoteWordFor(typing, path)} > utf-8.txt`
}

/** Returns a command that gets its stdin from a file. PowerShell has no `<`. */
export const fromFile = (typing: UserEnv, file: string, line: string): string =>
  isPowerShell(typing)
    ? `Get-Content ${quoteWordFor(typing, file)} | ${line}`
    : `${line} < ${quoteWordFor(typing, file)}`

/** Quotes a word for the shell of this process. */
export const quoteWord = (text: string): string => quoteWordFor(usualShell, text)

/** Returns the line that runs testctl with these words, quoted for the shell of this process. */
export const commandLine = (words: readonly string[]): string => ['testctl', ...words.map(quoteWord)].join(' ')

/** Returns a program and its arguments as they belong after `--`; a line in one word, `'npm test'`, is split, or given to a shell. */
export const programWords = (words: readonly string[]): string[] => {
  const [line = '', ...others] = words
  if (others.length > 0 || !/\s/.test(line)) return words.map(quoteWord)
  const isPlain = /^[\w@%+=:,./\s-]+$/.test(line) && !/^\s*\w+=/.test(line)
  return isPlain ? line.trim().split(/\s+/) : ['sh', '-c', quoteWord(line)]
}

/** Quotes a word for a shell, if it needs quotes. */
export const quoteWordFor = (typing: UserEnv, text: string): string => {
  if (isPowerShell(typing)) return /^(?!@)[\w@%+=:./\\-]+$/.test(text) ? text : inPowerShellQuotes(text)
  // Inside quotes, fish reads a backslash before a backslash or a quote as an escape.
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replace(/'|\\(?=[\\']|$)/g, "'\\$&'")}'`
}

// PowerShell accepts typographic quotes as quotes.
const inPowerShellQuotes = (text: string): string => `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`
