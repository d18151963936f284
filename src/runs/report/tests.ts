import { type Difference, type DifferenceKind, differenceKinds } from '../diff/index.ts'
import { messageInComment } from '../comments/message.ts'
import { marker } from '../comment-marker.ts'
import type { RunTest } from '../read.ts'
import { assigneesOf } from '../watch/assignees.ts'
import type { ReportChanges, ReportGroup, ReportTest } from './model.ts'

/** Converts a test of a run to what a report shows of it. */
export const reportTestOf = (
  test: RunTest,
  { run, change }: { run?: string | undefined; change?: DifferenceKind | undefined } = {},
): ReportTest => {
  const { content } = test
  return {
    id: test.id,
    identifier: test.identifiers[0],
    name: test.name,
    result: test.result,
    assignedTo: test.assignedTo?.trim() ?? '',
    by: test.updatedBy ?? '',
    at: isoOf(test.updatedAt),
    run,
    case: content?.case,
    section: content?.section ?? '',
    change: change ?? null,
    message: test.result === 'failed' ? messageOf(test) : null,
    preconditions: content?.preconditions ?? '',
    steps: content?.steps ?? [],
    comments: (content?.comments ?? (test.remarks ?? []).map((remark) => ({ ...remark, by: '', at: undefined }))).map(
      ({ by, at, content: text }) => ({ by, at: isoOf(at), content: withoutMarker(text) }),
    ),
  }
}

/** Groups the tests that have this result by assignee. */
export const groupsOf = (
  tests: readonly RunTest[],
  result: 'inProgress' | 'untested',
  show: (test: RunTest) => ReportTest,
): ReportGroup[] =>
  assigneesOf(tests).flatMap((assignee) =>
    assignee[result].length > 0 ? [{ name: assignee.name, tests: assignee[result].map(show) }] : [],
  )

/** Joins the differences between two runs into one list. */
export const reportChanges = (difference: Difference): ReportChanges => ({
  since: difference.from,
  counts: difference.counts,
  tests: differenceKinds.flatMap((kind) => difference[kind].map((test) => ({ ...test, kind }))),
})

/** Returns the tests that changed. Leaves out those that still fail: they are among the failed ones. */
export const changedTests = ({ tests }: ReportChanges): ReportChanges['tests'] =>
  tests.filter(({ kind }) => kind !== 'stillFailing')

/** Converts milliseconds since 1970 to an ISO time. */
export const isoOf = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString())

/** Returns why a test failed: the message of the last submission, or the first line of the last comment. */
const messageOf = (test: RunTest): string | null =>
  messageInComment(test)?.message ?? test.content?.comments.at(-1)?.content.trim().split('\n', 1)[0] ?? null

/** Removes the marker by which submissions recognize their own comments. */
export const withoutMarker = (text: string): string => {
  const end = text.trimEnd()
  return end.endsWith(marker) ? end.slice(0, -marker.length).trimEnd() : text
}
