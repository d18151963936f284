import type { Habit } from './table.ts'

/** Lines that users of other uploaders of results type, and their form here. The default project is WEB. */
export const uploaders: readonly Habit[] = [
  // What other uploaders say about a run
  ['runs submit a.xml --run R1 --retries 3', { hint: 'it tries again by itself: testctl runs submit a.xml --run R1' }],
  [
    'runs submit a.xml --run R1 --branch main',
    { hint: 'the name of a new run says it, with placeholders: testctl runs submit --help' },
  ],
  [
    'runs submit a.xml --run R1 --description x',
    { hint: 'a run has a name, and no description: testctl runs submit a.xml --run R1' },
  ],
  [
    'exec --run R1 --tags a,b --report a.xml -- npm test',
    { hint: 'a run has a name, and no tags: testctl exec --run R1 --report a.xml -- npm test' },
  ],
  [
    'milestones create --name Spring --due 2026-12-01',
    { hint: 'a milestone has a name and runs, and nothing else: testctl milestones create --name Spring' },
  ],
  ['runs latest', { hint: 'try: testctl runs list --sort createdAt:desc --limit 1' }],
  ['runs filter R7 --runner vitest', { hint: 'try: testctl runs filter R7 --for vitest' }],
  ['runs report R1 --md r.md', { hint: 'try: testctl runs report R1 --markdown r.md' }],
  ['runs report R1 --md summary', { hint: 'try: testctl runs report R1 --markdown summary' }],
  ['runs report --md R1', { hint: 'try: testctl runs report --markdown report.md R1' }],
  ['runs report R1 --md -', { hint: 'try: testctl runs report R1 --markdown report.md' }],
  ['tests get T2 --comments', { hint: 'try: testctl comments list T2' }],
  ['runs get R1 --exit-status', { hint: 'try: testctl runs status R1 --gate failed' }],
  ['runs get R1 --log-failed', { hint: 'try: testctl tests list R1 --result failed' }],
  // TestRail's trcli, and fields that other services have
  ['parse_junit --title x -f r.xml', { hint: 'try: testctl runs submit --name x r.xml' }],
  ['add_run --title x', { hint: 'try: testctl runs create --name x --all-cases' }],
  ['runs submit r.xml --new-run x', { hint: 'try: testctl runs submit r.xml --name x' }],
  [
    'cases create --name x --tag smoke --priority high',
    { hint: 'try: testctl cases create --name x --custom-field tag=smoke --custom-field priority=high' },
  ],
  ['cases create --name x --label a=b', { hint: 'try: testctl cases create --name x --custom-field a=b' }],
  ['projects create --name X --key SH', { hint: 'try: testctl projects create --name X --identifier SH' }],
  ['tests list R1 --failed', { hint: 'try: testctl tests list R1 --result failed' }],
  [
    'runs list --status open',
    { hint: "try: testctl runs list --jq '.[] | select(.results.untested + .results.inProgress > 0)'" },
  ],
  ["cases get 'logs in'", { hint: "try: testctl cases list --search 'logs in'" }],
  ["tests set 'logs in' passed", { hint: "tests are listed by run: testctl tests list <run> --search 'logs in'" }],
  ['--halp', { hint: 'did you mean --help?' }],
  ['runs list -help', { hint: 'did you mean --help?' }],
  ['get case/C1', { works: /WEB-C1/ }],
  ['import cases/R1/a.csv', { hint: 'try: testctl cases import cases/R1/a.csv' }],
  ['import out/R1', { hint: 'try: testctl cases import out/R1' }],
  ['describe run/R1', { works: /WEB-R1/ }],
  ['get cases -n WEB', { hint: 'try: testctl cases list --project WEB' }],
  [
    'run test',
    {
      hint: "by hand: testctl runs execute WEB-R7; by a test runner: testctl exec --run WEB-R7 --report 'out/*.xml' -- npm test",
    },
  ],
]
