import type { Context } from '../../../composition/context.ts'
import { quoteWordFor } from '../../../system/shell-line.ts'
import type { Journal } from '../../../submission/journal/index.ts'
import type { SubmissionFlags } from './flags.ts'
import { submitLine } from './submit-line.ts'

type Stopped = {
  files: readonly string[]
  flags: SubmissionFlags
  journal: Journal
  /** The run that an earlier try created. */
  earlier: string | undefined
  project: string | undefined
  /** Whether running the same command again makes new reports. */
  makesReports: boolean
}

/**
 * Returns a function that makes the hint for finishing a stopped submission: by the same command, unless that would begin another
 * submission, or by `--resume`; without a journal, by a line that names the run. DECISIONS 413
 */
export const finishHint = async (
  context: Context,
  { files, flags, journal, earlier, project, makesReports }: Stopped,
): Promise<(run?: string) => string> => {
  const { journalName } = await context.journals()
  return (run = earlier) => {
    const { file } = journal
    if (file === undefined) {
      // With --name, a run that was created would be created once more.
      const { name: _name, reuse: _reuse, milestone: _milestone, ...others } = flags
      return `to finish: ${submitLine(context, { files, flags: run === undefined ? flags : { ...others, run }, project })}`
    }
    const named = journalName(context.io, file) === file ? ` --journal ${quoteWordFor(context.io, file)}` : ''
    const resume = `testctl runs submit --resume${named}`
    if (makesReports) return `to finish: ${resume}`
    // What came from stdin cannot be read again.
    return `to finish, run the same command again${files.includes('-') ? '' : `, or ${resume}`}`
  }
}
