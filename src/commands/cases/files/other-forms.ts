import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CaseSource } from '../../../cases/index.ts'
import type { Context } from '../../../composition/context.ts'
import { UsageError } from '../../../errors.ts'
import { quoteWord } from '../../../system/shell-line.ts'
import { listNames } from '../../../output/text/count.ts'

/**
 * Finds the files of a folder that its import does not read although they may hold cases: exports, feature files, files of many
 * cases. XML and JSON may be anything, so they count only if they are recognised as an export. DECISIONS 268
 */
export const findUnreadForms = async (
  context: Context,
  { name, path, isPart, files }: CaseSource,
): Promise<string[]> => {
  if (isPart || files.finish) return []
  const { findOtherForms, formIn } = await context.caseFiles()
  const found: string[] = []
  for (const one of await findOtherForms(path, name)) {
    const typed = join(name, one)
    if (await isEmpty(join(path, one))) continue
    const isSure = /\.(csv|feature|jsonl|ndjson)$/i.test(one) || formIn(join(path, one)) !== undefined
    if (isSure || (await (await context.foreignCases()).isExport(typed, context.io))) found.push(typed)
  }
  return found
}

const isEmpty = (path: string): Promise<boolean> =>
  stat(path).then(
    ({ size }) => size === 0,
    () => false,
  )

/** Warns which files of a folder are not read, and names the command that reads the first. */
export const warnOfUnreadForms = async (
  { printer }: Pick<Context, 'printer'>,
  found: readonly string[],
): Promise<void> => {
  if (found.length === 0) return
  await (
    await printer()
  ).warn(`not read, because a folder is read for its Markdown: ${listNames(found)}\n  try: ${importLine(found)}`)
}

/** Returns the error for files without a case; its hint imports the first of the files that were `found` beside them. */
export const noCaseIn = (name: string, found: readonly string[]): UsageError =>
  new UsageError(`there is no case in ${name}`, {
    hint: found.length > 0 ? importLine(found) : 'testctl help case-files',
  })

// Names one file only: each is an export of its own.
const importLine = ([first = '']: readonly string[]): string => `testctl cases import ${quoteWord(first)}`
