import type { End } from '../../system/child-process.ts'
import { UsageError } from '../../errors.ts'

/** What went wrong with jq, in its own words where it had any: a UsageError, whatever its exit code; undefined if nothing. */
export const problemOf = ({ exitCode, signal, never }: End, said: string): UsageError | undefined => {
  if (exitCode === 0) return undefined
  const text = said
    .split('\n')
    .filter((line) => !/^jq: \d+ compile errors?$/.test(line))
    .map((line) => line.replace(/^jq: (error: )?/, ''))
    .join('\n')
    .trim()
  if (never !== undefined) return new UsageError(`jq: ${never}`)
  if (signal !== undefined) return new UsageError(`jq was ended by ${signal}`, { hint: 'run it again, or use --json' })
  return new UsageError(`jq: ${text || `it failed with exit code ${exitCode}`}`, {
    hint: '--json shows the input of the expression',
  })
}
