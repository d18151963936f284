import { createHash } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import { dirname, join } from 'node:path'
import { journalDirectory } from '../../submission/journal/index.ts'
import { makeFolder } from '../../system/files/make-folder.ts'
import type { Io } from '../../system/io.ts'
import type { StateFiles } from './index.ts'

/**
 * Returns where an import keeps its state if nothing can be written beside the files: one set of files for each project of a service,
 * in a folder beside the journals of submissions. Undefined if nothing can be written there. DECISIONS 176
 */
export const stateFilesFor = (
  io: Pick<Io, 'env' | 'platform' | 'now'>,
  { service, project }: { service: string; project: string },
): { stateFiles: StateFiles; lock: string } | undefined => {
  const submissions = journalDirectory(io)
  if (submissions === undefined) return undefined
  const folder = join(dirname(submissions), 'imports')
  const name = createHash('sha256')
    .update(JSON.stringify([service, project]))
    .digest('hex')
    .slice(0, 32)
  try {
    makeFolder(folder)
    accessSync(folder, constants.W_OK)
  } catch {
    return undefined
  }
  const path = join(folder, name)
  return { stateFiles: { base: `${path}.ndjson`, journal: `${path}.journal` }, lock: `${path}.lock` }
}
