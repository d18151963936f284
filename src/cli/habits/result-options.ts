import type { OptionHabit } from './option-habit.ts'

/** A result, as commands take it: `failed`, `In-Progress`, `pass`. */
export const aResult = /^(untested|in[-_ ]?progress|pass(ed)?|fail(ed)?)$/i
const someResults = new RegExp(`^${aResult.source.slice(1, -1)}(,${aResult.source.slice(1, -1)})*$`, 'i')

const state = ['-s', '--status', '--state']
const asked = [...state, '--result', '--results', '--outcome']
const closed = ['--close', '--closed', '--completed', '--done']
const open = ['--open', '--active']

const runsThat = (condition: string): string => `--jq '.[] | select(${condition})'`
const isOpen = '.results.untested + .results.inProgress > 0'
const isDone = '.results.untested + .results.inProgress == 0'
const ofMilestone = 'a milestone has no status; what is left: testctl milestones status {first|WEB-M1}'
const ofRun = 'a run needs no closing; what is left: testctl runs status {first|WEB-R7}'

/** How other tools name a result, and the state of what has none here: `--status failed`, `--closed`. */
export const resultOptions: readonly OptionHabit[] = [
  ...['passed', 'failed', 'untested'].map((name) => ({
    typed: [`--${name}`],
    on: / tests list$/,
    here: [`--result ${name}`],
  })),
  {
    typed: asked,
    takes: true,
    on: / tests set$/,
    here: ['{result}', 'a result is untested, inProgress, passed or failed: testctl tests set {first|WEB-T12} failed'],
    place: 'last',
  },
  // Else -r is short for a run.
  { typed: ['-r'], takes: true, on: / tests set$/, value: someResults, here: ['{result}'], place: 'last' },
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
  { typed: asked, takes: true, on: / (runs|tests) /, here: ['testctl tests list WEB-R7 --result {result}'] },
]
