import type { OptionHabit } from './option-habit.ts'

/** A result, as commands take it: `failed`, `In-Progress`, `pass`. */
export const aResult = /^(untested|in[-_ ]?progress|pass(ed)?|fail(ed)?)$/i
const someResults = new RegExp(`^${aResult.source.slice(1, -1)}(,${aResult.source.slice(1, -1)})*$`, 'i')

// A result among the words of a line.
const someResult = new RegExp(` ${aResult.source.slice(1, -1)}( |$)`, 'i')

const assignee = ['--assignee', '--assigned', '--owner', '--user', '--for', '--to', '--assign-to']
const person = /^(?!([\w-]+-)?[CTRM][0-9]+$)./i
const comment = ['-m', '--message', '--note', '--body', '--text']
// What a line changes besides adding a comment.
const onlyResult = /^(?!.* (--(assign|to\b|owner|user|for\b)|-a\b)).* --result\b/
const testChange = / (--(result|status|state|assign|to\b|owner|user|for\b)|-[ars]\b)/
const caseChange = / --(name|title|preconditions|steps?|custom-field)\b/
const eachAlone = 'a comment is about one case or test: testctl comments create WEB-T12 --content {value}'

const state = ['-s', '--status', '--state']
const asked = [...state, '--result', '--results', '--outcome']
const closed = ['--close', '--closed', '--completed', '--done']
const open = ['--open', '--active']

const runsThat = (condition: string): string => `--jq '.[] | select(${condition})'`
const isOpen = '.results.untested + .results.inProgress > 0'
const isDone = '.results.untested + .results.inProgress == 0'
const ofMilestone = 'a milestone has no status; to see its open tests: testctl milestones status {first|WEB-M1}'
const ofRun = 'a run needs no closing; to see its open tests: testctl runs status {first|WEB-R7}'

/**
 * How other tools write a result, a person and a comment, and the state of things without a state here: `--status failed`, `--closed`.
 * A hint shows two commands if it takes two. DECISIONS 408
 */
export const testOptions: readonly OptionHabit[] = [
  ...['passed', 'failed', 'untested'].map((name) => ({
    typed: [`--${name}`],
    on: / tests list$/,
    here: [`--result ${name}`],
  })),
  ...['passed', 'failed', 'untested'].map((name) => ({
    typed: [`--${name}`],
    on: / runs execute$/,
    here: [`--only ${name}`],
  })),
  {
    typed: [...assignee, '--assigned-to', '-a'],
    takes: true,
    on: / (runs|milestones) list$/,
    value: person,
    here: ['testctl tests list --assigned-to {value}'],
  },
  { typed: ['--unassigned', '--no-assignee'], on: / tests list$/, here: ["--assigned-to ''"] },
  {
    typed: asked,
    takes: true,
    on: / tests set$/,
    here: ['{result}', 'a result is untested, inProgress, passed or failed: testctl tests set {first|WEB-T12} failed'],
    place: 'last',
  },
  // With any other value, -r is short for a run.
  { typed: ['-r'], takes: true, on: / tests set$/, value: someResults, here: ['{result}'], place: 'last' },
  {
    typed: [...asked, '-r'],
    takes: true,
    on: / tests assign$/,
    value: someResults,
    here: [
      '{line} && testctl tests set {ids} {result}',
      'each reads the list: {line}, then testctl tests set - {result}',
    ],
  },
  {
    typed: [...asked, '-r'],
    takes: true,
    on: / tests create$/,
    value: someResults,
    here: ['{line} --quiet | testctl tests set - {result}'],
  },
  { typed: asked, takes: true, on: / runs create$/, beside: / --from\b/, here: ['--only {result}'] },
  { typed: ['-r'], takes: true, on: / tests /, value: someResults, here: ['--result {result}'] },
  {
    typed: asked,
    takes: true,
    on: / runs list$/,
    value: /^(fail|red|broken)/i,
    here: [runsThat('.results.failed > 0')],
  },
  {
    typed: asked,
    takes: true,
    on: / runs list$/,
    value: /^(pass|green|ok|success)/i,
    here: [runsThat('.results.passed == .results.total')],
  },
  { typed: asked, takes: true, on: / runs list$/, value: /^(clos|done|complete|finish)/i, here: [runsThat(isDone)] },
  { typed: asked, takes: true, on: / runs list$/, here: [runsThat(isOpen)] },
  { typed: closed, on: / runs list$/, here: [runsThat(isDone)] },
  { typed: open, on: / runs list$/, here: [runsThat(isOpen)] },
  { typed: state, takes: true, on: / milestones /, here: [ofMilestone] },
  { typed: [...open, ...closed], on: / milestones /, here: [ofMilestone] },
  { typed: state, takes: true, on: / runs update$/, here: [ofRun] },
  { typed: [...open, ...closed], on: / runs update$/, here: [ofRun] },
  { typed: ['-s'], takes: true, on: / tests list$/, value: someResults, here: ['--result {result}'] },
  { typed: ['-s'], takes: true, here: ['--search {value}'] },
  {
    typed: asked,
    takes: true,
    on: / tests (list|update)$/,
    here: ['--result {result}', 'the results are untested, inProgress, passed and failed: {line} --result failed'],
  },
  {
    typed: asked,
    takes: true,
    on: / runs (get|status|report|watch|wait|execute)$/,
    here: ['testctl tests list {first|WEB-R7} --result {result}'],
  },
  {
    typed: asked,
    takes: true,
    on: / (runs|tests) (?!create|update|delete|assign|undo)/,
    here: ['testctl tests list WEB-R7 --result {result}'],
  },
  {
    typed: [...assignee, '-a'],
    takes: true,
    on: / (runs|tests) /,
    value: person,
    here: ['--assigned-to {value}', '--to {value}', '--assign {value}'],
  },
  {
    typed: [...assignee, '-a'],
    takes: true,
    on: / tests set$/,
    value: /./,
    beside: someResult,
    here: [
      '{line} && testctl tests assign {ids} --to {value}',
      'each reads the list: {line}, then testctl tests assign - --to {value}',
    ],
  },
  {
    typed: [...assignee, '-a'],
    takes: true,
    on: / tests (get|set)$/,
    value: /./,
    here: ['testctl tests assign {ids} --to {value}', 'testctl tests assign {first|WEB-T12} --to {value}'],
  },
  {
    typed: [...assignee, '-a'],
    takes: true,
    on: / (runs|cases) list$/,
    value: person,
    here: ['testctl tests list --assigned-to {value}'],
  },
  { typed: ['-c'], takes: true, on: / (tests set|comments create)$/, here: ['--comment {value}', '--content {value}'] },
  {
    typed: [...comment, '--comment', '-c'],
    takes: true,
    on: / tests update$/,
    beside: onlyResult,
    here: ['testctl tests set {ids} {given} --comment {value}'],
  },
  {
    typed: [...comment, '--comment', '-c'],
    takes: true,
    on: / tests (update|assign)$/,
    beside: testChange,
    here: ['{line} && testctl comments create {each} --content {value}', eachAlone],
  },
  {
    typed: ['-c'],
    takes: true,
    on: / tests update$/,
    here: ['testctl comments create {each} --content {value}', eachAlone],
  },
  { typed: [...comment, '--comment'], takes: true, here: ['--comment {value}', '--content {value}'] },
  {
    typed: [...comment, '--comment'],
    takes: true,
    on: / cases update$/,
    beside: caseChange,
    here: ['{line} && testctl comments create {each} --content {value}', eachAlone],
  },
  {
    typed: [...comment, '--comment'],
    takes: true,
    on: / (tests|cases) (update|get|assign)$/,
    here: ['testctl comments create {each} --content {value}', eachAlone],
  },
]
