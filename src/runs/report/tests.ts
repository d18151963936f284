import { type Difference, type DifferenceKind, differenceKinds } from '../diff/index.ts'
import { messageInComment } from '../comments/message.ts'
import { marker } from '../comment-marker.ts'
import type { RunTest } from '../read.ts'
import { assigneesOf } from '../watch/assignees.ts'
import type { ReportChanges, ReportGroup, ReportTest } from './model.ts'

/** A test of a run as a report shows it. */
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

/** The tests, grouped by assignee. */
export const groupsOf = (
  tests: readonly RunTest[],
  result: 'inProgress' | 'untested',
  show: (test: RunTest) => ReportTest,
): ReportGroup[] =>
  assigneesOf(tests).flatMap((assignee) =>
    assignee[result].length > 0 ? [{ name: assignee.name, tests: assignee[result].map(show) }] : [],
  )

/** What changed between two runs, in one list. */
export const reportChanges = (difference: Difference): ReportChanges => ({
  since: difference.from,
  counts: difference.counts,
  tests: differenceKinds.flatMap((kind) => difference[kind].map((test) => ({ ...test, kind }))),
})

/** The tests that are other than before: what still fails stands among the failed ones. */
export const changedTests = ({ tests }: ReportChanges): ReportChanges['tests'] =>
  tests.filter(({ kind }) => kind !== 'stillFailing')

/** An ISO time of milliseconds since 1970. */
export const isoOf = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString())

/** Why it failed: what the last submission told, else how the last comment begins. */
const messageOf = (test: RunTest): string | null =>
  messageInComment(test)?.message ?? test.content?.comments.at(-1)?.content.trim().split('\n', 1)[0] ?? null

/** A comment without the marker by which submissions recognise theirs. */
export const withoutMarker = (text: string): string => {
  const end = text.trimEnd()
  return end.endsWith(marker) ? end.slice(0, -marker.length).trimEnd() : text
}
