import type { OptionHabit } from '../option-habit.ts'

const exitStatus = ['--exit-status', '--exit-code', '--fail-on-error', '--fail-on-failure', '--fail']
const submits = / (runs submit|exec)$/
const latest = ['--latest', '--last', '--newest']

/** Options of gh and of uploaders for runs: how a run ends a build, its failures, the latest run. DECISIONS 155 */
export const runOptions: readonly OptionHabit[] = [
  // gh's runs watch and runs view
  { typed: exitStatus, on: / runs (status|wait|watch|submit|execute)$/, here: ['--gate failed'] },
  { typed: exitStatus, on: / runs get$/, here: ['testctl runs status {first|WEB-R7} --gate failed'] },
  {
    typed: ['--log-failed', '--failures', '--failed', '--failed-only'],
    on: / runs (get|status|report|watch)$/,
    here: ['testctl tests list {first|WEB-R7} --result failed'],
  },
  // Nothing is beside it in the hint for `runs rerun`, which has --from itself.
  {
    typed: ['--failed', '--failures', '--failed-only'],
    on: / runs create$/,
    beside: / --from\b|^$/,
    here: ['--only failed'],
  },
  {
    typed: ['--new', '--newly-failing', '--regressions', '--failed', '--failures'],
    on: / runs diff$/,
    here: ['--jq .newlyFailing'],
  },
  ...[
    { typed: ['--markdown', '--md'], report: '--markdown report.md' },
    { typed: ['--html'], report: '--html report.html' },
  ].map(({ typed, report }) => ({
    typed,
    takes: true,
    on: / runs diff$/,
    here: [`a report shows the differences, too: testctl runs report WEB-R7 --since WEB-R6 ${report}`],
  })),
  { typed: ['--retries', '--retry'], takes: true, on: submits, here: ['it tries again by itself: {line}'] },
  {
    typed: ['--branch', '--build', '--commit', '--job'],
    takes: true,
    on: submits,
    here: ['the name of a new run says it, with placeholders: testctl runs submit --help'],
  },
  {
    typed: ['--description'],
    takes: true,
    on: / (runs (create|submit)|exec)$/,
    here: ['a run has a name, and no description: {line}'],
  },
  { typed: ['--tag', '--tags'], takes: true, on: submits, here: ['a run has a name, and no tags: {line}'] },
  {
    typed: ['--description', '--due', '--due-date'],
    takes: true,
    on: / milestones create$/,
    here: ['a milestone has a name and runs, and nothing else: {line}'],
  },
  { typed: ['--shard'], takes: true, on: / (runs submit|exec)$/, beside: / --name\b/, here: ['--reuse'] },
  {
    typed: latest,
    takes: true,
    on: / runs list$/,
    value: /^[1-9]\d*$/,
    here: ['--sort createdAt:desc --limit {value}'],
  },
  { typed: latest, on: / runs list$/, here: ['--sort createdAt:desc --limit 1'] },
  {
    typed: ['--runner', '--framework', '--tool', '--format', '--type'],
    takes: true,
    on: / runs filter$/,
    value: /^(vitest|jest|mocha|node|playwright|pytest|go|dotnet|junit)$/,
    here: ['--for {value}'],
  },
]
