import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { shells } from '../completions/expected-values.ts'
import { installCompletion, isInPath, notInPath } from '../completions/installation/index.ts'
import { shellInUse } from '../completions/shells/detect.ts'
import type { Io, UserEnv } from '../system/io.ts'
import { accessLine } from '../system/shell-line.ts'
import { cacheFolder, stateFolder } from '../system/user-folders.ts'
import { failureOf, type Finding, ok, skip, warn } from './finding.ts'

/** Checks the cache folder. Its compiled code and names for Tab can be made again, so nothing depends on it. */
export const checkCache = (io: UserEnv): Finding => {
  const folder = cacheFolder(io)
  if (folder === undefined) return warn('there is no home directory to keep a cache in', 'set XDG_CACHE_HOME')
  return checkFolder(folder, { typing: io, without: 'testctl starts slower without it' })
}

/** Checks the folder of journals. Without it a submission works, but cannot be undone. */
export const checkState = (io: UserEnv): Finding => {
  const folder = stateFolder(io)
  if (folder === undefined) return warn('there is no home directory to keep journals in', 'set XDG_STATE_HOME')
  return checkFolder(folder, { typing: io, without: "submissions can't be undone without it" })
}

const checkFolder = (folder: string, { typing, without }: { typing: UserEnv; without: string }): Finding => {
  const nearest = upwards(folder).find((one) => existsSync(one)) ?? '/'
  const hint = `${without}: ${accessLine(typing, nearest)}`
  if (!statSync(nearest).isDirectory()) return warn(`${nearest} is not a folder`, hint)
  try {
    accessSync(nearest, constants.W_OK | constants.X_OK)
  } catch {
    return warn(`you cannot write into ${nearest}`, hint)
  }
  return ok(nearest === folder ? folder : `${folder} is made when it is needed`)
}

/** Checks that Tab works in the user's shell: that everything that an installation writes is there. */
export const checkCompletion = async (io: Pick<Io, 'env' | 'platform' | 'stop'>): Promise<Finding> => {
  const named = shellInUse(io)
  const shell = shells.find((one) => one === named)
  if (!shell) return skip(named === undefined ? 'SHELL names no shell' : `there is none for ${named}`)
  try {
    const { files } = await installCompletion({ shell, dryRun: true, io })
    const missing = files.find(({ change }) => change !== 'unchanged')
    if (!missing && !isInPath(io)) return warn(notInPath.message, notInPath.hint)
    if (!missing) return ok(`${shell} finds it: ${files[0]?.path}`)
    return { ...skip(`not installed for ${shell}: ${missing.path}`), hint: 'testctl completion install' }
  } catch (error) {
    // A failure to install completion affects nothing else in testctl.
    const { message, hint } = failureOf(error)
    return warn(message, hint ?? 'testctl completion install')
  }
}

const upwards = (folder: string): string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...upwards(dirname(folder))]
