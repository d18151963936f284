import { join } from 'node:path'
import type { CaseSource } from '../../../cases/index.ts'
import type { Context } from '../../../composition/context.ts'
import { UsageError } from '../../../errors.ts'
import { quoteWord } from '../../../system/shell-line.ts'

/**
 * Throws a UsageError for a folder that was never exported but contains one that was. The record of what files and service last
 * agreed on lies in the inner folder; without it, each change would be a conflict. DECISIONS 354
 */
export const refuseFolderAbove = async (
  context: Context,
  { name, path, isPart, files: { finish } }: CaseSource,
): Promise<void> => {
  if (isPart || finish) return
  const { findExportedFolders } = await context.caseFiles()
  const found = await findExportedFolders(path)
  if (found.length === 0) return
  const typed = found.map((one) => quoteWord(join(name, one)))
  throw new UsageError(`${name} is no folder of cases itself, but has ${found.length > 1 ? 'some' : 'one'} in it`, {
    hint: `name ${found.length > 1 ? 'those folders' : 'that folder'}: ${typed.join(' ')}`,
  })
}
