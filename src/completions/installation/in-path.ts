import { existsSync } from 'node:fs'
import { posix, win32 } from 'node:path'
import type { UserEnv } from '../../system/io.ts'

/**
 * Whether a shell finds `testctl`, which the completion scripts run. Ignores the folders that npx, npm, pnpm and yarn add to the
 * PATH of programs that they start, because a shell does not have them. True without a PATH, because then it is not known.
 */
export const isInPath = ({ env, platform }: UserEnv): boolean => {
  const { delimiter, join } = platform === 'win32' ? win32 : posix
  const listed = env['PATH']
  if (listed === undefined) return true
  const isStarted = Boolean(env['npm_config_user_agent'] ?? env['npm_command'])
  const folders = listed.split(delimiter).filter((folder) => !isStarted || !added.test(folder))
  const names = platform === 'win32' ? ['testctl.cmd', 'testctl.exe', 'testctl.ps1'] : ['testctl']
  return folders.some((folder) => names.some((name) => existsSync(join(folder, name))))
}

const added = /[\\/]node_modules[\\/]\.bin[\\/]?$|[\\/]xfs-[^\\/]+[\\/]?$/

/** The warning if a shell does not find testctl, with what to do. */
export const notInPath = {
  message: 'Tab offers nothing while testctl is not in the PATH',
  hint: 'npm install -g testctl',
} as const
