import { UsageError } from '../../errors.ts'
import { safe } from '../../output/text.ts'
import type { Shell } from '../expected.ts'

/** What the disk has against a change, as a UsageError with the file and what can be done instead; other errors as they are. */
export const explainFailure = (error: unknown, { file, shell }: { file: string; shell: Shell }): unknown => {
  const { code = '' } = error as NodeJS.ErrnoException
  if (!/^E[A-Z]+$/.test(code)) return error
  return new UsageError(`cannot write ${safe(file)}: ${reasons[code] ?? code}`, {
    hint: `put the script elsewhere, and load it there: testctl completion ${shell}`,
    cause: error,
  })
}

const reasons: Partial<Record<string, string>> = {
  EISDIR: 'it is no ordinary file',
  ENOTDIR: 'a file stands where its folder should be',
  EEXIST: 'a file stands where its folder should be',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  ELOOP: 'it is a link that leads to itself',
}
