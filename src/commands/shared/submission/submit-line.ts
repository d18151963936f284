import type { Context } from '../../../composition/context.ts'
import { quoteWordFor } from '../../../system/shell-line.ts'
import type { SubmissionFlags } from './flags.ts'

/**
 * The line that submits these reports with these flags, as it is typed. The project, the profile and a dry run are those that were typed,
 * unless the project is given. A journal belongs to one submission, and is left out.
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

/** Flags as words: one that is given several times is so here as well. */
const flagWords = (flags: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(flags).flatMap(([key, value]) => {
    const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    if (value === undefined) return []
    if (typeof value === 'boolean') return [value ? `--${name}` : `--no-${name}`]
    return (Array.isArray(value) ? value : [value]).flatMap((one) => [`--${name}`, String(one)])
  })
