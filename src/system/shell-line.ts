import { runsOnWindows } from './platform.ts'
import type { Io } from './io.ts'

/** What tells the shell that a line is pasted into. */
export type Typing = Pick<Io, 'env' | 'platform'>

/** The usual shell of this runtime, where the user's shell is not known. */
export const usualShell: Typing = { env: {}, platform: runsOnWindows ? 'win32' : 'linux' }

/** Whether that is PowerShell: on Windows, except in Git Bash and MSYS2, which set MSYSTEM. DECISIONS 115 */
export const isPowerShell = ({ env, platform }: Typing): boolean => platform === 'win32' && !env['MSYSTEM']

/** A command line that is run with a variable set, as the shell writes that. */
export const withVariable = (typing: Typing, [name, value]: readonly [string, string], line: string): string =>
  isPowerShell(typing)
    ? `$env:${name}='${value.replaceAll("'", "''")}'; ${line}`
    : `${name}=${quoteWord(value)} ${line}`

/** A command that shows who may read and write these files and folders. */
export const accessLine = (typing: Typing, ...paths: string[]): string =>
  isPowerShell(typing) ? paths.map((path) => `icacls '${path}'`).join('; ') : `ls -ld ${paths.join(' ')}`

/** A command that shows how much room is left on the disk of a folder. */
export const roomLine = (typing: Typing, folder: string): string =>
  isPowerShell(typing) ? 'Get-PSDrive -PSProvider FileSystem' : `df ${folder}`

/** How to find out which program has a file open. */
export const holderLine = (typing: Typing, file: string): string =>
  isPowerShell(typing) ? 'openfiles /query, or in the Resource Monitor' : `lsof ${file}`

/** How to make UTF-8 of a file that is something else; of stdin for `-`. */
export const recodeLine = (typing: Typing, path: string): string => {
  if (isPowerShell(typing)) return `save it as UTF-8, in an editor: ${path === '-' ? 'what is piped in' : path}`
  const iconv = 'iconv -f windows-1252 -t utf-8'
  return path === '-'
    ? `pipe it through ${iconv}, or whatever it is encoded in`
    : `${iconv} ${quoteWord(path)} > utf-8.txt`
}

/** A word as a POSIX shell takes it whole. */
export const quoteWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
