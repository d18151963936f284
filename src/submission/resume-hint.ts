import type { SubmissionOptions } from './options.ts'

/** How to finish a submission that was stopped; `run` is the one that its results go into, by what it is named. */
export const resumeHint = ({ howToFinish }: Pick<SubmissionOptions, 'howToFinish'>, run?: string): string =>
  howToFinish?.(run) ?? 'to finish, run the same command again'
