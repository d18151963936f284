import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Io } from '../io.ts'
import { shelfOf } from '../journal/shelf.ts'
import { type Finding, ok, skip, warn } from './finding.ts'

/** The folder of what can be made again: compiled code, journals, names for Tab. Nothing needs it. */
export const checkCache = (folder: string | undefined): Finding => {
  if (folder === undefined) return warn('there is no home to keep a cache in', 'set XDG_CACHE_HOME')
  const nearest = upwards(folder).find((one) => existsSync(one)) ?? '/'
  const hint = `testctl starts slower without it: ls -ld ${nearest}`
  if (!statSync(nearest).isDirectory()) return warn(`${nearest} is not a folder`, hint)
  try {
    accessSync(nearest, constants.W_OK | constants.X_OK)
  } catch {
    return warn(`nothing may be written into ${nearest}`, hint)
  }
  return ok(nearest === folder ? folder : `${folder} is made when it is needed`)
}

/** The folder that all of testctl's caches are in. */
export const cacheFolder = (io: Pick<Io, 'env' | 'platform' | 'now'>): string | undefined => {
  const shelf = shelfOf(io)
  return shelf && dirname(shelf)
}

/** Whether Tab works in the shell of whoever types: its script lies where that shell looks. */
export const checkCompletion = (env: Io['env']): Finding => {
  const shell = basename(env['SHELL'] ?? '')
  const places = placesOf(env)[shell]
  if (!places) return skip(shell === '' ? 'SHELL names no shell' : `where ${shell} looks for it is not known`)
  const found = places.find((place) => existsSync(place))
  if (found) return ok(`${shell} finds it: ${found}`)
  return { ...skip(`${shell} has none at ${places[0]}`), hint: 'testctl completion --help' }
}

const placesOf = (env: Io['env']): Partial<Record<string, string[]>> => {
  const home = env['HOME'] ?? ''
  const data = env['XDG_DATA_HOME'] || join(home, '.local/share')
  const config = env['XDG_CONFIG_HOME'] || join(home, '.config')
  return {
    bash: [join(env['BASH_COMPLETION_USER_DIR'] || join(data, 'bash-completion'), 'completions/testctl')],
    fish: [join(config, 'fish/completions/testctl.fish')],
  }
}

const upwards = (folder: string): string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...upwards(dirname(folder))]
