import type { ResultName } from '../../../src/contract/vocabulary.ts'
import { marker } from '../../../src/runs/comment-marker.ts'
import type { RunTest } from '../../../src/runs/read.ts'
import { stateOf, type RunState } from '../../../src/runs/status/index.ts'

type Wanted = Partial<Omit<RunTest, 'content'>> & {
  result: ResultName
  comments?: string[]
  steps?: string[]
  section?: string
}

/** Returns the state of a run as a report reads it. Its comments are by ci, a minute apart. */
export const runWith = (tests: readonly Wanted[], { run = 'WEB-R7', name = 'Nightly' } = {}): RunState =>
  stateOf(
    { id: `id-${run}`, identifier: run, name },
    tests.map(({ comments = [], steps = [], section = '', ...test }, at) => ({
      id: `id-${at + 1}`,
      name: `test ${at + 1}`,
      caseId: `case-${at + 1}`,
      displayId: at + 1,
      identifiers: [`WEB-T${at + 1}`],
      updatedAt: Date.parse('2026-01-02T03:04:05Z') + at * 1000,
      updatedBy: 'ci',
      assignedTo: '',
      remarks: comments.filter((text) => text.includes(marker)).map((content, index) => ({ id: `c${index}`, content })),
      content: {
        case: `WEB-C${at + 1}`,
        section,
        preconditions: '',
        steps: steps.map((action) => ({ action, expectation: 'It works' })),
        comments: comments.map((content, index) => ({
          by: 'ci',
          at: Date.parse('2026-01-02T03:00:00Z') + index * 60_000,
          content,
        })),
      },
      ...test,
    })),
  )

/** Returns the comment that a submission writes for a failure. */
export const toldBy = (text: string): string => `Login › pays — failed (report.xml:5)\n${text}\n\n${marker}`
