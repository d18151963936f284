import { posix, win32 } from 'node:path'
import { configHome, homeOf } from './home.ts'
import type { UserEnv } from '../../system/io.ts'

/**
 * Returns the folder of a user's PowerShell profile. On Windows it is in Documents, which may be moved, and in which each PowerShell
 * has its own folder. The PowerShell that started testctl says in PSModulePath which: its modules are beside the profile.
 */
export const profileFolder = (surroundings: UserEnv): string => {
  if (surroundings.platform !== 'win32') return posix.join(configHome(surroundings), 'powershell')
  const modules = (surroundings.env['PSModulePath'] ?? '').split(';').find((folder) => personal.test(folder))
  if (modules !== undefined) return win32.dirname(modules)
  return win32.join(homeOf(surroundings), 'Documents', 'PowerShell')
}

// The modules for all users are in Program Files and in system32.
const personal = /^(?!.*\\(?:Program Files|system32)\b).*\\(?:Windows)?PowerShell\\Modules\\?$/i
