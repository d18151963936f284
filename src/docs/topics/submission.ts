import { formatNames } from '../../contract/report-formats.ts'
import type { Topic } from './topic.ts'

/** What becomes of a report; what a single flag does stands on the pages of runs submit and exec. */
export const submissionTopic: Topic = {
  intro: 'testctl runs submit and testctl exec read reports of test runners, and set the results of a run:',
  columns: ['subject', 'meaning'],
  groups: [
    {
      rows: [
        [
          'reports',
          `${Object.values(formatNames).join(', ')}; their content tells which. testctl reports read shows the content of one.`,
        ],
        ['no tests', 'a report without a test among others is named, and the others are sent'],
        [
          'the run',
          '--run names one; --name makes a new one, with {branch} {commit} {build} {job} {date} {time} filled in; --name with --reuse takes the run of that name where there is one, for parallel jobs',
        ],
        [
          'the test',
          'testctl help matching tells how a result finds its test; a result that finds none is named, and the exit code is 7',
        ],
        [
          'new cases',
          '--create-cases creates the missing cases; each gets the whole name of its test (suite › class › name), with --reuse or without, so that parallel jobs and single ones name it alike',
        ],
        ['what is sent', 'only what differs from the run: the same reports again change nothing'],
        ['skipped', 'a test that was skipped keeps its result, unless --skipped says otherwise'],
        ['comments', 'what failed gets a comment, in the place of that of an earlier time'],
        ['the gate', '--gate, --max-failed and --min-passed judge the run afterwards: exit code 8'],
        [
          'interrupted',
          '--resume goes on with the latest submission that did not get to its end, or with that of --journal',
        ],
        ['undone', 'testctl runs undo puts all of it back'],
      ],
    },
  ],
  notes: [],
  examples: [
    'testctl runs submit report.xml --run WEB-R7 --dry-run',
    "testctl runs submit report.xml -p WEB --name 'CI {date}' --reuse --create-cases",
    'testctl runs submit report.xml --run WEB-R7 --max-failed 5',
  ],
}
