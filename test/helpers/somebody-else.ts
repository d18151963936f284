import { realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { binary } from './program.ts'

const isSuperuser = process.getuid?.() === 0

/** Who tries what the superuser may always do: somebody else, where a superuser runs the tests. */
export const somebodyElse = isSuperuser ? { uid: 65_534, gid: 65_534 } : {}

/** Whether every user gets to a file. */
export const isWithinReach = (file: string): boolean => {
  const path = realpathSync(file)
  return (statSync(path).mode & 0o001) !== 0 && (dirname(path) === path || isWithinReach(dirname(path)))
}

/** What somebody else has to get to, and does not: the superuser's home is closed to them. Tests in which they try are skipped then. */
export const outOfReach: readonly string[] = isSuperuser
  ? [binary, process.execPath].filter((file) => !isWithinReach(file))
  : []

export const isOutOfReach = outOfReach.length > 0
