import { existsSync } from 'node:fs'
import { posix, win32 } from 'node:path'
import type { Io } from '../../system/io.ts'

/**
 * Whether a shell finds `testctl`, which the completion scripts ask. What npx, npm, pnpm and yarn put into the PATH of
 * what they start is not there in a shell. Without a PATH it is not known, and taken for true.
 */
export const isInPath = ({ env, platform }: Pick<Io, 'env' | 'platform'>): boolean => {
  const { delimiter, join } = platform === 'win32' ? win32 : posix
  const listed = env['PATH']
  if (listed === undefined) return true
  const isStarted = Boolean(env['npm_config_user_agent'] ?? env['npm_command'])
  const folders = listed.split(delimiter).filter((folder) => !isStarted || !added.test(folder))
  const names = platform === 'win32' ? ['testctl.cmd', 'testctl.exe', 'testctl.ps1'] : ['testctl']
  return folders.some((folder) => names.some((name) => existsSync(join(folder, name))))
}

const added = /[\\/]node_modules[\\/]\.bin[\\/]?$|[\\/]xfs-[^\\/]+[\\/]?$/

/** The warning where a shell finds none, with what to do. */
export const notInPath = {
  message: 'Tab offers nothing while testctl is not in the PATH',
  hint: 'npm install -g testctl',
} as const
