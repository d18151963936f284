import { resolve } from 'node:path'
import { UsageError } from '../../../errors.ts'
import { checkUserFile } from '../../../system/files/check-user-file.ts'
import type { Io } from '../../../system/io.ts'

/**
 * Ends a `-` where only the name of a file will do: elsewhere it is stdin. `what` is the flag or the command that takes it, and
 * `kind` what it takes. An empty name has been refused before. DECISIONS 266
 */
export const checkFileName = (
  what: string,
  typed: string | undefined,
  { kind = 'file', hint = `stdout has the answer: name a ${kind}` }: { kind?: string; hint?: string | undefined },
): void => {
  if (typed === '-') throw new UsageError(`${what} takes the name of a ${kind}`, { hint })
}

/** The same for the files that several flags write. No two may be one file, and each must be writable. */
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
