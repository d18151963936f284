import type { SubmissionOptions } from './options.ts'

/** Returns the hint on how to finish a stopped submission; `run` names the run that its results go into. */
export const resumeHint = ({ howToFinish }: Pick<SubmissionOptions, 'howToFinish'>, run?: string): string =>
  howToFinish?.(run) ?? 'to finish, run the same command again'
