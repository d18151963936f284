import { win32, posix } from 'node:path'
import type { UserEnv } from '../../system/io.ts'
import { isPowerShell } from '../../system/shell-line.ts'

/** Returns the name of the user's shell: PowerShell on Windows outside Git Bash, else that of SHELL; undefined if SHELL is not set. */
export const shellInUse = (io: UserEnv): string | undefined => {
  if (isPowerShell(io)) return 'powershell'
  const { basename } = io.platform === 'win32' ? win32 : posix
  const named = io.env['SHELL'] ? basename(io.env['SHELL']).replace(/\.exe$/i, '') : undefined
  return named === 'pwsh' ? 'powershell' : named
}
