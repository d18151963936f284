import type { SubmissionOptions } from './options.ts'

/** How to finish a submission that was stopped; `run` names the run that its results go into. */
export const resumeHint = ({ howToFinish }: Pick<SubmissionOptions, 'howToFinish'>, run?: string): string =>
  howToFinish?.(run) ?? 'to finish, run the same command again'
