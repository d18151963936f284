import type { Context } from '../../../composition/context.ts'
import { quoteWordFor } from '../../../system/shell-line.ts'
import type { SubmissionFlags } from './flags.ts'

/**
 * Returns the line that submits these reports with these flags. The project (unless given), the profile and a dry run are those
 * that were typed. Leaves out the journal, which belongs to one submission.
 */
export const submitLine = (
  { io, flags: shared }: Context,
  {
    files,
    flags: { journal: _journal, ...flags },
    project = shared().project,
  }: { files: readonly string[]; flags: SubmissionFlags; project?: string | undefined },
): string => {
  const { profile, dryRun } = shared()
  const words = [...files, ...flagWords({ ...flags, project, profile, dryRun: dryRun || undefined })]
  return ['testctl runs submit', ...words.map((word) => quoteWordFor(io, word))].join(' ')
}

/** Converts flags to words; a flag with several values is repeated. */
const flagWords = (flags: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(flags).flatMap(([key, value]) => {
    const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    if (value === undefined) return []
    if (typeof value === 'boolean') return [value ? `--${name}` : `--no-${name}`]
    return (Array.isArray(value) ? value : [value]).flatMap((one) => [`--${name}`, String(one)])
  })
