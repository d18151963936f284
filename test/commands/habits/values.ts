import type { Habit } from './table.ts'

const copied = `--jq '{name: "Copy of \\(.name)", preconditions, steps, customFields}'`
const withUntested = `--jq '.[] | select(.results.untested + .results.inProgress > 0)'`

/** Lines with wrong options, values or extra words, and the lines that they mean, which work. The default project is WEB. */
export const valueHabits: readonly Habit[] = [
  // Results as a flag, or as the last word
  ['tests set --result passed T1', { hint: 'try: testctl tests set T1 passed' }],
  ['tests set --outcome failed T1 T2', { hint: 'try: testctl tests set T1 T2 failed' }],
  ['tests set -r passed -t T1', { hint: 'try: testctl tests set T1 passed' }],
  ['tests set passed -t T1', { hint: 'try: testctl tests set T1 passed' }],
  ['tests set T1 --status skipped', { hint: 'try: testctl tests set T1 untested' }],
  [
    'tests set T1 --status blocked',
    { hint: 'a result is untested, inProgress, passed or failed: testctl tests set T1 failed' },
  ],
  ["api POST /v1/cases -F 'steps=[]'", { hint: 'a field is a text; JSON goes into --input: testctl api --help' }],
  ['tests list R1 -r failed', { hint: 'try: testctl tests list R1 --result failed' }],
  ['tests list -r R1', { hint: 'try: testctl tests list R1' }],
  ['tests list R1 --status open', { hint: 'try: testctl tests list R1 --result untested' }],
  [
    'tests list R1 --status blocked',
    { hint: 'the results are untested, inProgress, passed and failed: testctl tests list R1 --result failed' },
  ],
  ['tests update T1 -r passed', { hint: 'try: testctl tests update T1 --result passed' }],
  ['runs get R1 --status failed', { hint: 'try: testctl tests list R1 --result failed' }],
  ['runs watch R1 --exit-status', { hint: 'try: testctl runs watch R1 --gate failed' }],
  ['runs get R1 --exit-status', { hint: 'try: testctl runs status R1 --gate failed' }],
  ['runs get R1 --log-failed', { hint: 'try: testctl tests list R1 --result failed' }],
  // Resources without a result and without a state
  [
    'milestones list --status open',
    { hint: 'a milestone has no status; to see its open tests: testctl milestones status WEB-M1' },
  ],
  [
    'milestones update M2 --state closed',
    { hint: 'a milestone has no status; to see its open tests: testctl milestones status M2' },
  ],
  [
    'milestones close M1 --yes',
    { hint: 'a milestone needs no closing; to see its open tests: testctl milestones status M1' },
  ],
  ['runs update R1 --status done', { hint: 'a run needs no closing; to see its open tests: testctl runs status R1' }],
  ['runs list --status failed', { hint: "try: testctl runs list --jq '.[] | select(.results.failed > 0)'" }],
  ['runs list --status open -p WEB', { hint: `try: testctl runs list ${withUntested} -p WEB` }],
  ['cases list --status active', { hint: 'try: testctl cases list --custom-field status=active' }],
  // People and comments
  ['tests list R1 -a ana', { hint: 'try: testctl tests list R1 --assigned-to ana' }],
  ['tests list -a R1', { hint: 'try: testctl tests list --all R1' }],
  ['tests assign T1 -a ana', { hint: 'try: testctl tests assign T1 --to ana' }],
  ['tests set T1 passed -a ana', { hint: 'try: testctl tests set T1 passed && testctl tests assign T1 --to ana' }],
  ['runs list -a ana', { hint: 'try: testctl tests list --assigned-to ana' }],
  ['runs create --name x --all-cases -a ana', { hint: 'try: testctl runs create --name x --all-cases --assign ana' }],
  ['tests set T1 passed -c note', { hint: 'try: testctl tests set T1 passed --comment note' }],
  ['tests update T1 -c note', { hint: 'try: testctl comments create T1 --content note' }],
  // Fields and texts to choose by
  ['cases list --field area=login', { hint: 'try: testctl cases list --custom-field area=login' }],
  ['cases create --name x --field area=x', { hint: 'try: testctl cases create --name x --custom-field area=x' }],
  ['cases list --label smoke', { hint: 'try: testctl cases list --custom-field label=smoke' }],
  ['cases list --filter logs', { hint: 'try: testctl cases list --search logs' }],
  ['runs list --name Nightly', { hint: 'try: testctl runs list --search Nightly' }],
  [
    'runs create --name R11 --all-cases --search logs',
    { hint: 'try: testctl cases list --search logs --quiet | testctl runs create --name R11 --cases -' },
  ],
  [
    'runs create -p WEB --name R11 --all-cases --search logs',
    { hint: 'try: testctl cases list -p WEB --search logs --quiet | testctl runs create -p WEB --name R11 --cases -' },
  ],
  [
    'runs create --name x --all-cases --where area=login',
    { hint: 'try: testctl runs create --name x --cases area=login' },
  ],
  [
    'runs create --name x --from R7 --result failed',
    { hint: 'try: testctl runs create --name x --from R7 --only failed' },
  ],
  ['tests create R1 -c C4', { hint: 'try: testctl tests create R1 --case C4' }],
  // A project is deleted by its identifier
  ['projects delete OLD --force', { hint: 'try: testctl projects delete OLD --confirm OLD' }],
  ['projects delete -f OLD', { hint: 'try: testctl projects delete --confirm OLD OLD' }],
  ['projects delete OLD --yes', { hint: 'try: testctl projects delete OLD --confirm OLD' }],
  // Quotes and commas that were left out
  ['cases create --name Login works', { hint: "try: testctl cases create --name 'Login works'" }],
  ['cases create --title Login works', { hint: "try: testctl cases create --name 'Login works'" }],
  ['cases create Login works', { hint: "try: testctl cases create --name 'Login works'" }],
  [
    'cases create --name Login works --step one two',
    { hint: "try: testctl cases create --name 'Login works' --step 'one two'" },
  ],
  ['cases update C1 --title Logs in', { hint: "try: testctl cases update C1 --name 'Logs in'" }],
  ['comments create T1 --content looks bad', { hint: "try: testctl comments create T1 --content 'looks bad'" }],
  ['comments create -m looks bad T1', { hint: "try: testctl comments create --content 'looks bad' T1" }],
  ['comments create T1 same as C2', { hint: "try: testctl comments create T1 --content 'same as C2'" }],
  ['comments create C1 C2', { hint: 'usage: testctl comments create <case-or-test> [flags]' }],
  ['cases create Login C1', { hint: 'usage: testctl cases create [flags]' }],
  ['comments list C1 C2', { hint: 'try: testctl comments list C1 && testctl comments list C2' }],
  ['runs report R1 R2 --html a.html', { hint: 'usage: testctl runs report [run] [flags]' }],
  ['comments create T1 looks bad', { hint: "try: testctl comments create T1 --content 'looks bad'" }],
  ['tests set T1 passed --message it works', { hint: "try: testctl tests set T1 passed --comment 'it works'" }],
  ['projects update WEB --name My shop', { hint: "try: testctl projects update WEB --name 'My shop'" }],
  ['runs create --name x --cases C1 C2', { hint: 'try: testctl runs create --name x --cases C1,C2' }],
  ['runs create --name x --cases C1, C2', { hint: 'try: testctl runs create --name x --cases C1,C2' }],
  ['runs create --name x C1 C2', { hint: 'try: testctl runs create --name x --cases C1,C2' }],
  ['milestones create --name x --runs R1 R2', { hint: 'try: testctl milestones create --name x --runs R1,R2' }],
  ['tests list R7 --result passed failed', { hint: 'try: testctl tests list R7 --result passed,failed' }],
  ['runs diff R1..R2', { hint: 'try: testctl runs diff R1 R2' }],
  // Another word too many
  ['cases list help', { hint: 'try: testctl cases list --help' }],
  ['cases list logs', { hint: 'try: testctl cases list --search logs' }],
  ['cases list C1', { hint: 'try: testctl cases get C1' }],
  ['tests list R7 failed', { hint: 'try: testctl tests list R7 --result failed' }],
  ['serve WEB', { hint: 'try: testctl serve' }],
  ['cases import --format testrail cases.csv', { hint: 'try: testctl cases import --from testrail cases.csv' }],
  ['cases import --type xlsx cases.csv', { hint: 'its content says the format: testctl cases import cases.csv' }],
  ["cases import --sep ';' cases.csv", { hint: 'its heading says the separator: testctl cases import cases.csv' }],
  ['cases import -n cases', { hint: 'try: testctl cases import --dry-run cases' }],
  ['keys list all', { hint: 'try: testctl keys list' }],
  ['keys revoke ci old', { hint: 'usage: testctl keys revoke <key> [flags]' }],
  ['projects delete WEB APP', { hint: 'usage: testctl projects delete <project> [flags]' }],
  // Missing words: the hint keeps the typed words and names no resource that was not typed
  ['tests assign WEB-T1', { hint: 'try: testctl tests assign WEB-T1 --to ana' }],
  ['tests assign WEB-T1 --to', { hint: 'try: testctl tests assign WEB-T1 --to ana' }],
  [
    'comments create WEB-T1 --content',
    { hint: "try: testctl comments create WEB-T1 --content 'Fails since the last deploy'" },
  ],
  ['tests create WEB-R1', { hint: 'try: testctl tests create WEB-R1 --case WEB-C4' }],
  ['tests create', { hint: 'usage: testctl tests create <run> --case <case> [flags]' }],
  ['runs filter WEB-R7', { hint: 'try: testctl runs filter WEB-R7 --for vitest' }],
  ['runs diff WEB-R9', { hint: 'usage: testctl runs diff <run> <other-run> [flags]' }],
  ['runs delete', { hint: 'usage: testctl runs delete <run...> [flags]' }],
  ['tests delete', { hint: 'usage: testctl tests delete <test...> [flags]' }],
  ['projects create --name Foo', { hint: 'try: testctl projects create --name Foo --identifier FOO' }],
  ['runs create --all-cases', { hint: 'try: testctl runs create --all-cases --name Nightly' }],
  ['projects delete OLD --confirm', { hint: 'it takes a value: --confirm <PROJ>' }],
  ['comments delete WEB-T10 --yes', { hint: 'try: testctl comments list WEB-T10' }],
  // The hint keeps a typed project; an identifier has its own
  ['runs clone R1 -p WEB', { hint: 'try: testctl runs create -p WEB --name Again --from R1' }],
  ['runs clone WEB-R1', { hint: 'try: testctl runs create --name Again --from WEB-R1' }],
  ['cases clone WEB-C1', { hint: `try: testctl cases get WEB-C1 ${copied} | testctl cases create -p WEB --from -` }],
  [
    'cases clone -p WEB C1',
    { hint: `try: testctl cases get -p WEB C1 ${copied} | testctl cases create -p WEB --from -` },
  ],
  // A flag that takes no value
  ['cases list --csv=true --limit 1', { hint: 'try: testctl cases list --csv --limit 1' }],
  ['cases list --json=false', { hint: 'try: testctl cases list' }],
  ['cases list --all=', { hint: 'try: testctl cases list' }],
  // A value that means no does not turn the flag on.
  ['cases delete WEB-C1 --yes=n', { hint: 'try: testctl cases delete WEB-C1' }],
  ['cases import cases --prune=none', { hint: 'try: testctl cases import cases' }],
  [
    'runs submit report.xml --run WEB-R1 --create-cases=never',
    { hint: 'try: testctl runs submit report.xml --run WEB-R1' },
  ],
  ['cases delete WEB-C1 --dry-run=client', { hint: 'try: testctl cases delete WEB-C1 --dry-run' }],
  ['runs update WEB-R1 --no-milestone=yes', { hint: 'try: testctl runs update WEB-R1 --no-milestone' }],
  [
    'runs submit report.xml --run WEB-R1 --no-summary=false',
    { hint: 'try: testctl runs submit report.xml --run WEB-R1' },
  ],
]
