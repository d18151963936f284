import type { ResultName } from '../../contract/vocabulary.ts'
import { counted, listNames } from '../../output/text/count.ts'
import type { MilestoneState } from './index.ts'
import type { RunState } from '../status/index.ts'

/** Whether a milestone is ready; if not, the reasons and the steps to get there, in words. */
export type Readiness = { ready: boolean; reasons: string[]; steps: string[] }

/** Judges a milestone: it is ready when it has runs, each of them has tests, and all tests have passed. DECISIONS 74 */
export const readinessOf = ({ run, runs, counts }: MilestoneState): Readiness => {
  const empty = runs.filter((one) => one.counts.total === 0)
  const open = counts.inProgress + counts.untested
  const lacks = [
    runs.length === 0 && {
      reason: 'it has no test runs',
      step: `give it runs: testctl milestones update ${run.identifier ?? run.id} --runs <runs>`,
    },
    counts.failed > 0 && {
      reason: `${counted(counts.failed)} failed`,
      step: `fix the ${counts.failed} failed ${counts.failed === 1 ? 'test' : 'tests'}: ${sharesOf(runs, ['failed'])}`,
    },
    open > 0 && {
      reason: `${counted(open)} ${open === 1 ? 'is' : 'are'} open`,
      step: `finish the ${counted(open)} that ${open === 1 ? 'is' : 'are'} open: ${sharesOf(runs, ['inProgress', 'untested'])}`,
    },
    empty.length > 0 && {
      reason: `${counted(empty.length, 'run')} ${empty.length === 1 ? 'has' : 'have'} no tests`,
      step: `add cases to ${listNames(empty.map(nameOf))}, or take ${empty.length === 1 ? 'it' : 'them'} out`,
    },
  ].filter((lack) => lack !== false)
  return {
    ready: lacks.length === 0,
    reasons: lacks.map(({ reason }) => reason),
    steps: lacks.map(({ step }) => step),
  }
}

/** Lists how many tests of these results each run has, most first: `WEB-R7 (5), WEB-R8 (1)`. */
const sharesOf = (runs: readonly RunState[], results: readonly ResultName[]): string => {
  const shares = runs
    .map((run) => ({ run, share: results.reduce((sum, result) => sum + run.counts[result], 0) }))
    .filter(({ share }) => share > 0)
    .toSorted((one, other) => other.share - one.share)
  return listNames(shares.map(({ run, share }) => `${nameOf(run)} (${share})`))
}

const nameOf = ({ run }: RunState): string => run.identifier ?? run.id
