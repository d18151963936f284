import { isAbsolute, join } from 'node:path'
import type { Noun } from '../contract/vocabulary.ts'
import type { Io } from '../io.ts'

/** What the place of the names depends on. */
export type Surroundings = Pick<Io, 'env' | 'platform'>

/**
 * The folder with the names of every service, in the user's cache folder (as bin/code-cache.js has it), or undefined where
 * there is no such folder and where `TESTCTL_NO_CACHE=1` wants none to be used. Asks the disk nothing.
 */
export const namesFolder = ({ env, platform }: Surroundings): string | undefined => {
  if (env['TESTCTL_NO_CACHE'] === '1') return undefined
  const home = env['HOME'] && join(env['HOME'], platform === 'darwin' ? 'Library/Caches' : '.cache')
  const base = [env['LOCALAPPDATA'], env['XDG_CACHE_HOME'], home].find((folder) => folder && isAbsolute(folder))
  return base && join(base, 'testctl', 'names')
}

/** The folder of one service, by a number that is made of its address: addresses are nobody's business. */
export const folderOf = (names: string, address: string): string => join(names, fingerprint(addressed(address)))

/** The file with the names of a noun, in a project where the noun has one; undefined for a project that no file can be named after. */
export const fileOf = (folder: string, noun: Noun, project?: string): string | undefined => {
  if (project === undefined) return join(folder, noun)
  return /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(project) ? join(folder, `${noun}-${project.toUpperCase()}`) : undefined
}

const addressed = (address: string): string =>
  (URL.canParse(address) ? new URL(address).href : address).replace(/\/+$/, '')

// Twice 53 bits of cyrb53. Node's own hashes would take longer to load than everything else that a Tab needs.
const fingerprint = (text: string): string =>
  [1, 2].map((seed) => hash(text, seed).toString(16).padStart(14, '0')).join('')

const hash = (text: string, seed: number): number => {
  let [high, low] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0)
}
