import { resolve } from 'node:path'
import { UsageError } from '../../../errors.ts'
import { checkUserFile } from '../../../system/files/check-user-file.ts'
import type { Io } from '../../../system/io.ts'

/**
 * Throws a UsageError for `-` where only a file name will do; in other places it is stdin. `what` is the flag or the command that
 * takes the name, and `kind` what the name is of. An empty name was refused before. DECISIONS 266
 */
export const checkFileName = (
  what: string,
  typed: string | undefined,
  { kind = 'file', hint = `stdout has the answer: name a ${kind}` }: { kind?: string; hint?: string | undefined },
): void => {
  if (typed === '-') throw new UsageError(`${what} takes the name of a ${kind}`, { hint })
}

/** Checks the files that flags write: none may be `-`, no two may be the same file, and each must be writable. */
export const checkFileNames = (
  { cwd }: Pick<Io, 'cwd'>,
  files: Readonly<Record<string, string | undefined>>,
  { hint }: { hint?: string } = {},
): void => {
  const seen = new Map<string, string>()
  for (const [flag, file] of Object.entries(files)) {
    if (file === undefined) continue
    checkFileName(flag, file, { hint })
    const path = resolve(cwd, file)
    const other = seen.get(path)
    if (other) throw new UsageError(`${other} and ${flag} name the same file ${file}`, { hint: 'name two files' })
    seen.set(path, flag)
    checkUserFile({ path, name: file })
  }
}
