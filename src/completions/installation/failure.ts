import { diskProblem } from '../../system/files/disk-errors.ts'
import { UsageError } from '../../errors.ts'
import { safe } from '../../output/text/escape.ts'
import type { Shell } from '../expected-values.ts'

/** What the disk has against a change, as a UsageError with the file and what can be done instead; other errors as they are. */
export const explainFailure = (error: unknown, { file, shell }: { file: string; shell: Shell }): unknown => {
  const problem = diskProblem(error)
  if (problem === undefined) return error
  return new UsageError(`cannot write ${safe(file)}: ${problem}`, {
    hint: `put the script elsewhere, and load it there: testctl completion ${shell}`,
    cause: error,
  })
}
