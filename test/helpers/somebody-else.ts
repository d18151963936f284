import { binary } from './program.ts'
import { isWithinReach } from './reach.ts'

const isSuperuser = process.getuid?.() === 0

/** The user for tests of permissions. When the superuser runs the tests it is another user, because the superuser may do everything. */
export const somebodyElse = isSuperuser ? { uid: 65_534, gid: 65_534 } : {}

/** The files that the other user needs and cannot reach, because they are in the superuser's home. Tests as that user are skipped then. */
export const outOfReach: readonly string[] = isSuperuser
  ? [binary, process.execPath].filter((file) => !isWithinReach(file))
  : []

export const isOutOfReach = outOfReach.length > 0
