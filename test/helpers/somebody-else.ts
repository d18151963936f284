import { binary } from './program.ts'
import { isWithinReach } from './reach.ts'

const isSuperuser = process.getuid?.() === 0

/** Who tries what the superuser may always do: somebody else, where a superuser runs the tests. */
export const somebodyElse = isSuperuser ? { uid: 65_534, gid: 65_534 } : {}

/** What somebody else has to get to, and does not: the superuser's home is closed to them. Tests in which they try are skipped then. */
export const outOfReach: readonly string[] = isSuperuser
  ? [binary, process.execPath].filter((file) => !isWithinReach(file))
  : []

export const isOutOfReach = outOfReach.length > 0
