import { join } from 'node:path'
import type { CaseSource } from '../../../cases/index.ts'
import type { Context } from '../../../composition/context.ts'
import { UsageError } from '../../../errors.ts'
import { quoteWord } from '../../../system/shell-line.ts'
import { listNames } from '../../../output/text/count.ts'

/**
 * The files of a folder that an import of it does not read, although cases may be in them: exports, feature files, one file of
 * many cases. Of XML and JSON, which may be anything, only what is recognised as an export. DECISIONS 268
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
    const isSure = /\.(csv|feature|jsonl|ndjson)$/i.test(one) || formIn(join(path, one)) !== undefined
    if (isSure || (await (await context.foreignCases()).isExport(typed, context.io))) found.push(typed)
  }
  return found
}

/** Says which files of a folder are not read, and how they are. */
export const warnOfUnreadForms = async (
  { printer }: Pick<Context, 'printer'>,
  found: readonly string[],
): Promise<void> => {
  if (found.length === 0) return
  await (
    await printer()
  ).warn(`not read, because a folder is read for its Markdown: ${listNames(found)}\n  try: ${importLine(found)}`)
}

/** The error of files in which there is no case, with what else is there. */
export const noCaseIn = (name: string, found: readonly string[]): UsageError =>
  new UsageError(`there is no case in ${name}`, {
    hint: found.length > 0 ? importLine(found) : 'testctl help case-files',
  })

// One file a line: each is an export of its own.
const importLine = ([first = '']: readonly string[]): string => `testctl cases import ${quoteWord(first)}`
