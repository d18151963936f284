import { operatingRows } from './operating/words.ts'

/** Pairs each of several comma-separated words with the same value. */
const each = <T>(words: string, same: T) => words.split(', ').map((word) => [word, same] as const)

/** Maps whole commands of other tools to ours, which run in their place. DECISIONS 155 */
export const does: ReadonlyMap<string, string> = new Map([
  ...each('login', 'auth login'),
  ...each('logout', 'auth logout'),
  ...each('whoami, auth whoami', 'auth status'),
  ...each('version', '--version'),
  ...each('config view, config show', 'config list'),
])

// The content of a case, without its identity.
const copied = '{name: "Copy of \\(.name)", preconditions, steps, customFields}'

type Row = readonly [typed: string, ...here: string[]]

/**
 * Commands of other tools, and a hint for each: of several, the first whose commands and flags exist is shown.
 * `{rest|WEB-R7}` is the rest of the typed line, or else an example. In a row, `ID` stands for an identifier that follows, `RUN` and
 * `CASE` for one of that kind, `CASES` for several, `PROJECT` for that of a project, `WORD` for another word, `NAME` for one that
 * begins with a capital and `FILE` for the name of a file; `{id}`, `{ids}`, `{noun}`, `{project}`, `{word}`, `{result}`, `{text}` and
 * `{name}` are the identifier, all of them, its noun, its project as ` -p WEB`, the word, the result that it means, all such words
 * together, and the name with the words after it.
 */
const rows: readonly Row[] = [
  [
    'submit, upload, publish, push, parse_junit, parse_robot, parse_cucumber, reports submit, reports upload, runs upload, runs import, runs publish',
    'testctl runs submit {rest|report.xml --run WEB-R7}',
  ],
  ['add_run, runs start', 'testctl runs create {rest|--name Nightly --all-cases}'],
  ['import, apply, sync, load', 'testctl cases import {rest|cases.csv}'],
  ['export, pull, dump, download, cases pull, cases download, cases dump', 'testctl cases export {rest|cases/}'],
  ['undo, revert', 'what a submission did can be undone: testctl runs undo --dry-run'],
  [
    'cases undo, cases revert, cases restore',
    'only submissions can be undone; to delete cases: testctl cases delete C1-C10 --dry-run',
  ],
  ['status ID', 'testctl {noun} status {id}', 'testctl {noun} get {id}'],
  ['status PROJECT', 'testctl runs list -p {word}'],
  ['status', 'testctl runs status {rest|WEB-R7}'],
  ['ID WORD', 'testctl {noun} set {id} {word}', 'testctl {noun} get {id}'],
  ['set ID', 'testctl {noun} set {rest}', 'testctl {noun} update {rest}'],
  [
    'list PROJECT, ls PROJECT',
    'a noun comes first: testctl cases list -p {word}, testctl runs list -p {word}, testctl milestones list -p {word}',
  ],
  ['PROJECT, projects PROJECT', 'testctl projects get {word}'],
  ['cases PROJECT', 'testctl cases list -p {word}'],
  ['runs PROJECT', 'testctl runs list -p {word}'],
  ['milestones PROJECT', 'testctl milestones list -p {word}'],
  ['tests PROJECT', 'testctl tests list -p {word} --assigned-to me'],
  ['projects NAME', 'testctl projects list --search {name}'],
  ['cases NAME', 'testctl cases list --search {name}'],
  ['runs NAME', 'testctl runs list --search {name}'],
  ['milestones NAME', 'testctl milestones list --search {name}'],
  [
    'result WORD WORD, results WORD WORD, result WORD ID, results WORD ID',
    'one is set: testctl tests set <test> <result>; or listed: testctl tests list <run>',
  ],
  [
    'result WORD, results WORD',
    'one is set: testctl tests set <test> <result>; those of a run: testctl tests list {word}',
  ],
  ['result, results, runs tests, runs results', 'testctl tests list {rest|WEB-R7}'],
  [
    'pass RUN, passed RUN, tests pass RUN, tests passed RUN, runs passed RUN',
    'testctl tests list {id} --result passed',
  ],
  [
    'fail RUN, failed RUN, failures RUN, tests fail RUN, tests failed RUN, tests failures RUN, runs failed RUN, runs failures RUN, runs errors RUN',
    'testctl tests list {id} --result failed',
  ],
  ['pass CASE, passed CASE, fail CASE, failed CASE', 'its tests: testctl cases history {id}'],
  ['pass, passed, tests pass, tests passed', 'testctl tests set {rest|WEB-T12} passed'],
  ['fail, failed, tests fail, tests failed', 'testctl tests set {rest|WEB-T12} failed'],
  ['skip, tests skip, tests reset', 'testctl tests set {rest|WEB-T12} untested'],
  ['tests unassign ID, unassign ID', "testctl tests assign {id} --to ''"],
  ['cases push, cases upload, cases sync, cases load', 'testctl cases import {rest|cases/}'],
  ['tests start', 'testctl tests set {rest|WEB-T12} inProgress'],
  ['tests comment ID WORD, cases comment ID WORD, comments ID WORD', 'testctl comments create {id} --content {text}'],
  ['tests comment ID, cases comment ID', "testctl comments create {id} --content 'Fails since the last deploy'"],
  ['tests comment, cases comment', 'testctl comments create {rest|WEB-T12 --content TEXT}'],
  ['comments ID', 'testctl comments list {id}'],
  ['tests RUN WORD', 'testctl tests list {id} --result {result}'],
  ['tests ID WORD', 'testctl tests set {id} {result}'],
  ['runs assign RUN WORD, assign RUN WORD', 'testctl tests list {id} --quiet | testctl tests assign - --to {word}'],
  ['runs assign RUN, assign RUN', 'testctl tests list {id} --quiet | testctl tests assign - --to ana'],
  [
    'cases archive CASE, cases archive CASES, cases retire CASE, cases retire CASES, cases deprecate CASE, cases deprecate CASES',
    'mark it: testctl cases update {ids} --custom-field status=archived; or delete it: testctl cases delete {ids}',
  ],
  ['assign ID WORD', 'testctl tests assign {id} --to {word}'],
  [
    'rename ID WORD, cases rename ID WORD, runs rename ID WORD, milestones rename ID WORD',
    'testctl {noun} update {id} --name {text}',
  ],
  ['rename, cases rename', 'testctl cases update WEB-C12 --name {rest|login}'],
  [
    'reports show ID, reports get ID, reports view ID, reports open ID',
    'testctl {noun} report {id}',
    'testctl {noun} get {id}',
  ],
  [
    'reports list, reports ls, reports show, reports get, reports view, reports open, reports parse, read, parse',
    'testctl reports read {rest|report.xml}',
  ],
  ['reports ID', 'testctl {noun} report {id}', 'testctl {noun} get {id}'],
  ['reports FILE', 'testctl reports read {word}'],
  ['reports WORD', 'which run? testctl runs list -p {word|WEB}; then testctl runs report {word|WEB}-R7'],
  ['tests search ID WORD, tests find ID WORD, search ID WORD, find ID WORD', 'testctl tests list {id} --search {text}'],
  ['search ID, find ID, cases search ID, cases find ID, tests search ID, tests find ID', 'testctl {noun} get {id}'],
  ['search, find, grep, query, cases search, cases find', 'testctl cases list --search {text|login}'],
  ['tests search, tests find', 'testctl tests list WEB-R7 --search {text|login}'],
  ['open PROJECT, browse PROJECT, web PROJECT', 'testctl runs get {word|WEB}-R7 --web'],
  ['open ID, browse ID, web ID, runs open ID, cases open ID', 'testctl {noun} get {id} --web'],
  ['open, browse, dashboard, web, ui, runs open, cases open', 'testctl runs get WEB-R7 --web'],
  ['user, users, member, members, team', 'users hold keys; on the machine with the store: testctl keys list'],
  ['logs, log, trace, debug', 'every command traces its requests: testctl runs list --verbose'],
  ['logs ID, log ID', 'testctl {noun} get {id}'],
  ['ping, health, check, info, env', 'testctl doctor'],
  ['man, manual, docs, commands, usage, topics', 'testctl help'],
  ['upgrade, self-update, outdated', 'upgrade it as it was installed: testctl --version --json'],
  ['alias, aliases', "an alias is the shell's: alias mine='testctl tests list R7 --assigned-to ana'"],
  ['me, config current-context', 'testctl auth status'],
  ['ps, jobs', 'testctl runs list'],
  [
    'issue, bug, feedback, report-bug',
    'https://github.com/testctl/testctl/issues; what is installed: testctl --version --json',
  ],
  ['repo', 'testctl projects list'],
  ['release, releases', 'testctl milestones list'],
  ['curl, request', 'testctl api {rest|GET /v1/projects}'],
  ['GET', 'testctl api GET {rest|/v1/projects}'],
  ['use, switch, select, projects use, projects switch, projects set-default', 'testctl config set project {rest|WEB}'],
  ['start ID, execute ID, runs start ID, runs run ID, runs exec ID', 'testctl runs execute {id}'],
  ['flaky, flakiness, cases flaky', 'testctl cases history {rest|WEB-C1}'],
  [
    'milestones close, milestones finish, milestones complete, milestones archive',
    'a milestone needs no closing; to see its open tests: testctl milestones status {id|WEB-M1}',
  ],
  ['milestones add-run, milestones add-runs, milestones link', 'testctl runs update WEB-R7 --milestone WEB-M1'],
  [
    'runs close, runs finish, runs complete, runs archive, runs end',
    'a run needs no closing; to see its open tests: testctl runs status {id|WEB-R7}',
  ],
  ['runs stop, runs cancel', 'nothing executes in the service; to see the open tests: testctl runs status {id|WEB-R7}'],
  [
    'runs run, runs test, tests run, tests execute, run-tests',
    "by hand: testctl runs execute WEB-R7; by a test runner: testctl exec --run WEB-R7 --report 'out/*.xml' -- npm test",
  ],
  [
    'runs rerun ID, runs retry ID, runs copy ID, runs clone ID, rerun ID',
    'testctl runs create --name Again --from {id}',
  ],
  [
    'runs rerun WORD, runs retry WORD, runs copy WORD, runs clone WORD, rerun WORD',
    'testctl runs create --name Again --from {text}',
  ],
  ['runs rerun, runs retry, runs copy, runs clone, rerun', 'testctl runs create --name Again --from WEB-R7'],
  [
    'cases copy ID, cases clone ID, cases cp ID, cases duplicate ID',
    `testctl cases get {id} --jq '${copied}' | testctl cases create{project} --from -`,
  ],
  [
    'cases copy WORD, cases clone WORD, cases cp WORD, cases duplicate WORD',
    'a case is copied by its identifier, which this shows: testctl cases list --search {text}',
  ],
  [
    'cases copy, cases clone, cases cp, cases duplicate',
    `testctl cases get WEB-C12 --jq '${copied}' | testctl cases create -p WEB --from -`,
  ],
  ['cases diff, cases compare', 'testctl cases status cases/'],
  ['my, mine, todo, next, my-tests, tests mine', 'testctl tests list --assigned-to me'],
  ['latest, last, runs latest, runs last, runs newest', 'testctl runs list --sort createdAt:desc --limit 1'],
  ['compare, runs compare', 'testctl runs diff {rest|WEB-R6 WEB-R7}'],
  ...operatingRows,
]

export const says: ReadonlyMap<string, readonly string[]> = new Map(
  rows.flatMap(([typed, ...here]) => each(typed, here)),
)
