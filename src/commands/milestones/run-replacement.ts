import { counted } from '../../output/text/count.ts'

/** A run: its id, and its identifier if that was read. */
export type MilestoneRun = { id: string; identifier?: string | undefined }

/** The runs that a milestone no longer has, and those that it gets. */
export type RunReplacement = { gone: readonly MilestoneRun[]; come: readonly MilestoneRun[] }

/** Compares the runs of a milestone with those that replace them. */
export const replaceRuns = (before: readonly MilestoneRun[], after: readonly MilestoneRun[]): RunReplacement => {
  const [old, now] = [new Set(before.map(({ id }) => id)), new Set(after.map(({ id }) => id))]
  return { gone: before.filter(({ id }) => !now.has(id)), come: after.filter(({ id }) => !old.has(id)) }
}

/** Describes in a few words how the runs of milestones change: `2 runs replaced by 1`; empty if they stay. */
export const replacementInWords = (all: readonly RunReplacement[]): string => {
  const [gone, come] = [all.flatMap((one) => one.gone).length, all.flatMap((one) => one.come).length]
  if (gone > 0 && come > 0) return `${counted(gone, 'run')} replaced by ${come}`
  if (gone > 0) return `${counted(gone, 'run')} removed`
  return come > 0 ? `${counted(come, 'run')} added` : ''
}
