/** Whole commands by the name that other tools have for them: these run. DECISIONS 155 */
export const does: ReadonlyMap<string, string> = new Map([
  ['login', 'auth login'],
  ['logout', 'auth logout'],
  ['whoami', 'auth status'],
  ['auth whoami', 'auth status'],
  ['version', '--version'],
  ['config view', 'config list'],
  ['config show', 'config list'],
])

type Row = readonly [typed: string, ...here: string[]]

/**
 * Commands of other tools, and how each is said here: the first of several hints whose commands and flags exist is shown.
 * `{rest|WEB-R7}` is what was typed after it, or else an example.
 */
const rows: readonly Row[] = [
  ['submit, upload, publish, push', 'testctl runs submit {rest|report.xml --run WEB-R7}'],
  ['import', 'testctl cases import {rest|cases.csv}'],
  ['export', 'testctl cases export {rest|cases/}'],
  ['status', 'testctl runs status {rest|WEB-R7}'],
  ['result, results', 'testctl tests list {rest|WEB-R7}'],
  ['pass, passed, tests pass, tests passed', 'testctl tests set {rest|WEB-T12} passed'],
  ['fail, failed, tests fail, tests failed', 'testctl tests set {rest|WEB-T12} failed'],
  ['skip, tests skip, tests reset', 'testctl tests set {rest|WEB-T12} untested'],
  ['tests start', 'testctl tests set {rest|WEB-T12} inProgress'],
  ['comment, tests comment, cases comment', 'testctl comments create {rest|WEB-T12} --content TEXT'],
  ['search, find, grep, query, cases search, cases find', 'testctl cases list --search {rest|login}'],
  ['tests search, tests find', 'testctl tests list WEB-R7 --search {rest|login}'],
  [
    'open, browse, dashboard, web, ui, runs open, cases open',
    'nothing opens a browser; the address: testctl config get url',
  ],
  ['user, users, member, members, team', 'users are those who have a key, where the store is: testctl keys list'],
  ['logs, log, trace, debug', 'every command traces its requests: testctl runs list --verbose'],
  ['ping, health, check, info, env', 'testctl doctor'],
  ['man, manual, docs, commands, usage, topics', 'testctl help'],
  ['upgrade, self-update', 'upgrade it as it was installed: testctl --version --json'],
  ['alias, aliases', "an alias is the shell's: alias mine='testctl tests list R7 --assigned-to ana'"],
  ['init, setup, configure, connect', 'testctl auth login'],
  ['use, switch, select, projects use, projects switch', 'testctl config set project {rest|WEB}'],
  ['start, server, up', 'testctl serve {rest|file:./team.db}'],
  ['flaky, flakiness, cases flaky', 'testctl cases history {rest|WEB-C1}'],
  [
    'token, tokens, api-key, api-keys',
    'the key in use: testctl auth status; all of them, where the store is: testctl keys list',
  ],
  ['db, database', 'testctl store --help'],
  [
    'runs close, runs finish, runs complete, runs archive, runs end',
    'a run needs no closing; what is left: testctl runs status {rest|WEB-R7}',
  ],
  ['runs stop, runs cancel', 'nothing executes in the service; what is left: testctl runs status {rest|WEB-R7}'],
  ['runs start', 'testctl runs create --name Nightly --all-cases'],
  ['runs upload, runs import, runs publish', 'testctl runs submit {rest|report.xml --run WEB-R7}'],
  ['runs tests, runs results', 'testctl tests list {rest|WEB-R7}'],
  ['config edit', 'the file: testctl config path; one setting: testctl config set project WEB'],
  ['auth token', 'a key is never printed again; the one in use: testctl auth status'],
  ['auth switch, auth use', 'testctl auth profile use {rest|work}'],
]

export const says: ReadonlyMap<string, readonly string[]> = new Map(
  rows.flatMap(([typed, ...here]) => typed.split(', ').map((words) => [words, here] as const)),
)

/** Verbs by what other tools call them, for those that stand before their noun: `describe run R1`. */
export const verbs: ReadonlyMap<string, string> = new Map([
  ['describe', 'get'],
  ['read', 'get'],
  ['inspect', 'get'],
  ['print', 'get'],
  ['find', 'list'],
  ['search', 'list'],
  ['make', 'create'],
  ['modify', 'update'],
  ['change', 'update'],
  ['patch', 'update'],
  ['remove', 'delete'],
  ['del', 'delete'],
  ['destroy', 'delete'],
])
