import { posix, win32 } from 'node:path'
import { configHome, homeOf, type HomeEnv } from './home.ts'

/**
 * The folder of a person's profile. On Windows it lies in the Documents, which may be elsewhere and which each PowerShell
 * has its own folder in; the one that testctl was started from says in PSModulePath which: its modules lie beside it.
 */
export const profileFolder = (surroundings: HomeEnv): string => {
  if (surroundings.platform !== 'win32') return posix.join(configHome(surroundings), 'powershell')
  const modules = (surroundings.env['PSModulePath'] ?? '').split(';').find((folder) => personal.test(folder))
  if (modules !== undefined) return win32.dirname(modules)
  return win32.join(homeOf(surroundings), 'Documents', 'PowerShell')
}

// Those of everybody lie in Program Files and in system32.
const personal = /^(?!.*\\(?:Program Files|system32)\b).*\\(?:Windows)?PowerShell\\Modules\\?$/i
