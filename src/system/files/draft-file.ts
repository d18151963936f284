import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Io, UserEnv } from '../io.ts'
import { stateFolder } from '../user-folders.ts'
import { makeFolder } from './make-folder.ts'
import { removeOld } from './remove.ts'

/** Returns the folder of texts that were written in an editor, or refused by the service, and are not sent yet. DECISIONS 170 */
export const draftsFolder = (env: UserEnv): string => join(stateFolder(env) ?? join(tmpdir(), 'testctl'), 'drafts')

/**
 * Returns the path of a new draft: `WEB-C1-2026-01-31T12-00-00-000Z.md`. Creates its folder, and removes drafts that are older than 30
 * days. Throws the disk's error if the folder cannot be created. DECISIONS 233
 */
export const newDraftFile = (io: UserEnv & Pick<Io, 'now'>, subject: string): string => {
  const folder = draftsFolder(io)
  makeFolder(folder)
  removeOld(folder, { days: 30, now: io.now() })
  return join(folder, `${subject}-${io.now().toISOString().replace(/[:.]/g, '-')}.md`)
}
