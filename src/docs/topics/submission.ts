import { formatNames } from '../../contract/report-formats.ts'
import type { Topic } from './topic.ts'

/** The topic of what happens to a report; the pages of runs submit and exec say what each flag does. */
export const submissionTopic: Topic = {
  intro:
    'testctl runs submit and testctl exec upload test reports: they read the reports of test runners and set the results of the tests in a run.',
  columns: ['subject', 'meaning'],
  groups: [
    {
      rows: [
        [
          'reports',
          `${Object.values(formatNames).join(', ')}; the format is detected by content. testctl reports read shows the results in a report.`,
        ],
        ['no tests', 'a report without tests is listed; the other reports are sent'],
        [
          'the run',
          '--run WEB-R7 takes an existing run. --name creates a new one, also if a run has that name, with {branch} {commit} {build} {job} {date} {time} filled in, date and time in UTC; {{ is a brace. --name with --reuse takes the run of that name if there is one, so that parallel jobs share a run',
        ],
        [
          'the test',
          'how a result finds its test: testctl help matching. A result without a test is listed, and the exit code is 7',
        ],
        [
          'new cases',
          '--create-cases creates missing cases. A new case gets the whole name of its test (suite › class › name), so that all jobs use the same name',
        ],
        [
          'what is sent',
          'only results that differ from the run: submitting the same reports again with --run or --reuse changes nothing',
        ],
        ['skipped', 'a skipped test keeps its result, unless --skipped sets one'],
        ['comments', 'a failed test gets a comment, which replaces the one of an earlier submission'],
        [
          'the gate',
          '--gate, --max-failed and --min-passed check the run afterwards: exit code 8 if it does not meet them',
        ],
        ['interrupted', '--resume finishes the latest submission that was interrupted, or the one of --journal'],
        ['undone', 'testctl runs undo restores the results and deletes the comments; new cases, tests and runs stay'],
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
