import type { ReportChanges, ReportTest } from './model.ts'
import type { ResultCounts } from '../status/counts.ts'
import type { NamedRun } from '../line-parts.ts'

/** Sums up results in a sentence. `changed` counts new failures and fixed tests, and names the run that they are compared with. */
export const sentenceOf = (
  { total, passed, failed, inProgress, untested }: ResultCounts,
  changed: { worse: number; fixed: number; since: string } | undefined,
): string => {
  if (total === 0) return 'No tests: nothing was tested'
  const open = inProgress + untested
  const main =
    failed > 0
      ? `${failed} of ${total} failed`
      : open === total
        ? `None of ${total} tested yet`
        : open > 0
          ? `${passed} of ${total} passed so far`
          : total === 1
            ? 'The only test passed'
            : `All ${total} passed`
  return [main, noveltyOf(failed, changed), open > 0 && open < total && `${open} still open`].filter(Boolean).join('; ')
}

const noveltyOf = (failed: number, changed: { worse: number; fixed: number; since: string } | undefined): string => {
  if (!changed) return ''
  const { worse, fixed, since } = changed
  const parts = [
    failed > 0 &&
      (worse === 0
        ? 'none of them new'
        : worse === failed && failed > 1
          ? 'all of them new'
          : failed === 1
            ? 'it is new'
            : `${worse} of them new`),
    fixed > 0 && `${fixed} fixed`,
  ].filter(Boolean)
  return parts.length > 0 ? `${parts.join(', ')} since ${since}` : ''
}

/** Counts the failed tests that did not fail before, and the tests that were fixed; undefined if there is no other run to compare with. */
export const noveltyIn = (changes: ReportChanges | null, failed: readonly ReportTest[]) =>
  changes
    ? {
        worse: failed.filter(({ change }) => change !== null && change !== 'stillFailing').length,
        fixed: changes.counts.fixed,
        since: plainHandle(changes.since),
      }
    : undefined

/** Names a run with only those characters that are plain text in every format, for use in a sentence. */
export const plainHandle = ({ identifier, id }: NamedRun): string =>
  (identifier ?? id).replace(/[^\w.:~-]/g, '').slice(0, 100)
