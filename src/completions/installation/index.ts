import { rmdirSync } from 'node:fs'
import type { Io } from '../../system/io.ts'
import type { Shell } from '../expected-values.ts'
import { type EditResult, applyEdit, type Edit, foresee } from './edit.ts'
import { locationOf } from './locations.ts'
import { addScript, removeScript } from './script.ts'
import { addStartup, removeStartup } from './marked-block.ts'
import { UsageError } from '../../errors.ts'
import { safe } from '../../output/text/escape.ts'
import { diskProblem } from '../../system/files/disk-errors.ts'

export { isInPath, notInPath } from './in-path.ts'

/** The change that was made to each file, or would be made. */
export type CompletionInstallation = { shell: Shell; files: { path: string; change: EditResult }[] }

type Order = { shell: Shell; dryRun: boolean; io: Pick<Io, 'env' | 'platform' | 'stop'> }

/**
 * Puts a completion script where its shell looks for it; a second call changes nothing.
 * Throws a UsageError, before anything is changed, if a file of that name is not ours or cannot be written.
 * DECISIONS 73
 */
export const installCompletion = (order: Order): Promise<CompletionInstallation> => {
  const { script, startup } = locationOf(order.shell, order.io)
  return perform(order, [addScript(order.shell, script), ...(startup?.needed ? [addStartup(startup)] : [])])
}

/** Removes what `installCompletion` added, and nothing else. Throws a UsageError if that fails. */
export const uninstallCompletion = async (order: Order): Promise<CompletionInstallation> => {
  const { script, startup, ownFolders = [] } = locationOf(order.shell, order.io)
  // The startup file first, so that it never loads a script that is already removed.
  const edits = [...(startup ? [removeStartup(startup)] : []), removeScript(script)]
  const { shell, files } = await perform(order, edits)
  if (!order.dryRun) ownFolders.forEach(removeEmptyFolder)
  return { shell, files: files.filter(({ change }) => change !== 'unchanged' && change !== 'absent') }
}

const perform = async ({ shell, dryRun, io }: Order, edits: readonly Edit[]): Promise<CompletionInstallation> => {
  const onFile = async <T>({ file }: Edit, work: () => T): Promise<Awaited<T>> => {
    try {
      return await work()
    } catch (error) {
      throw explainInstallFailure(error, { file, shell })
    }
  }
  const foreseen = await Promise.all(
    edits.map(async (edit) => ({ edit, change: await onFile(edit, () => foresee(edit)) })),
  )
  for (const { edit, change } of dryRun ? [] : foreseen)
    if (change !== 'unchanged' && change !== 'absent') await onFile(edit, () => applyEdit(edit, io.stop))
  return { shell, files: foreseen.map(({ edit, change }) => ({ path: edit.file, change })) }
}

const removeEmptyFolder = (folder: string): void => {
  try {
    rmdirSync(folder)
  } catch {
    // It holds other files, or was never there.
  }
}

/** Turns an error of the disk into a UsageError with the file and what can be done instead; other errors stay as they are. */
const explainInstallFailure = (error: unknown, { file, shell }: { file: string; shell: Shell }): unknown => {
  const problem = diskProblem(error)
  if (problem === undefined) return error
  return new UsageError(`cannot write ${safe(file)}: ${problem}`, {
    hint: `put the script elsewhere, and load it there: testctl completion ${shell}`,
    cause: error,
  })
}
