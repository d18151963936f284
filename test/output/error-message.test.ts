import { expect, test } from 'vitest'
import { NotFoundError, RejectedError, UsageError } from '../../src/errors.ts'
import { createPalette } from '../../src/output/style/palette.ts'
import { formatProblem } from '../../src/output/error-message.ts'

const missing = new NotFoundError('there is no test WEB-T12', { hint: 'testctl tests list WEB-R3', status: 404 })
const rejected = new RejectedError('the service refused the case', {
  status: 400,
  issues: [
    { path: 'name', message: 'must not be empty' },
    { path: '', message: 'too large' },
  ],
})

test('an error is two lines: what happened, and what to do next', () => {
  expect(formatProblem(missing)).toBe('error: there is no test WEB-T12\n  try: testctl tests list WEB-R3\n')
})

test('without a next step it is one', () => {
  expect(formatProblem(new UsageError('which project?'))).toBe('error: which project?\n')
})

test('only what can be typed stands after try:', () => {
  const error = new UsageError('there is no result "pased"', { hint: 'did you mean passed?' })
  expect(formatProblem(error)).toBe('error: there is no result "pased"\n  did you mean passed?\n')
})

test('issues are listed below', () => {
  expect(formatProblem(rejected)).toBe(
    'error: the service refused the case\n  - name: must not be empty\n  - too large\n',
  )
})

test('issues that the message tells already are not told twice', () => {
  const issues = [{ path: 'name', message: 'is missing' }]
  expect(formatProblem(new RejectedError('name is missing', { issues }))).toBe('error: name is missing\n')
  const step = { path: 'steps[0].action', message: 'is missing' }
  expect(formatProblem(new RejectedError('the action of step 1 is missing', { issues: [step] }))).toBe(
    'error: the action of step 1 is missing\n',
  )
})

test('issues that name themselves come without their places, others with them', () => {
  const named = ['a', 'b'].map((id, at) => ({ path: `caseIds[${at}]`, message: `${id} is not a case` }))
  expect(formatProblem(new RejectedError('a is not a case; and 1 more', { issues: named }))).toBe(
    'error: a is not a case; and 1 more\n  - b is not a case\n',
  )
  const alike = ['name', 'steps'].map((path) => ({ path, message: 'Invalid' }))
  expect(formatProblem(new RejectedError('Invalid', { issues: alike }))).toBe(
    'error: Invalid\n  - name: Invalid\n  - steps: Invalid\n',
  )
})

test('with --json and --verbose a bug says where it is, and a failure what caused it', () => {
  const told = (error: unknown) =>
    (JSON.parse(formatProblem(error, { json: true, verbose: true })) as { error: { details?: string[] } }).error.details
  expect(told(new TypeError('oops'))).toEqual([expect.stringMatching(/^TypeError: oops\n {4}at /)])
  expect(told(new UsageError('no', { cause: new Error('why', { cause: new Error('because') }) }))).toEqual([
    'cause: why',
    'cause: because',
  ])
  expect(told(new UsageError('no'))).toBeUndefined()
})

test('with --json it is one line of JSON', () => {
  expect(formatProblem(missing, { json: true })).toBe(
    '{"error":{"code":"not_found","message":"there is no test WEB-T12","status":404,"exitCode":3,"hint":"testctl tests list WEB-R3"}}\n',
  )
  expect(JSON.parse(formatProblem(rejected, { json: true }))).toEqual({
    error: {
      code: 'rejected',
      message: 'the service refused the case',
      status: 400,
      exitCode: 5,
      issues: [...(rejected.issues ?? [])],
    },
  })
})

test('what a service says can do nothing to the terminal', () => {
  const evil = '\u001b[2J\u009b\u202e\r'
  const error = new RejectedError(`it said ${evil}`, { hint: evil, issues: [{ path: evil, message: `and ${evil}` }] })
  for (const form of [{}, { json: true }, { verbose: true }])
    expect(formatProblem(error, form)).not.toMatch(new RegExp(String.raw`[\0-\u0009\u000b-\u001f\u007f-\u009f\u202e]`))
})

test('on a narrow terminal it breaks between words, and a command stays whole', () => {
  const error = new UsageError('cases import needs a folder of cases or the file of another system', {
    hint: 'name a folder such as cases/, or a file such as export.csv',
    issues: [{ path: 'cases/', message: 'there is no folder of that name here' }],
  })
  expect(formatProblem(error, { columns: 40 })).toBe(
    [
      'error: cases import needs a folder of',
      '    cases or the file of another system',
      '  name a folder such as cases/, or a',
      '    file such as export.csv',
      '  - cases/: there is no folder of that',
      '    name here',
      '',
    ].join('\n'),
  )
  const command = new UsageError('no', { hint: 'testctl cases import a-folder-of-cases --project WEB' })
  for (const columns of [40, 80, undefined])
    expect(formatProblem(command, { columns })).toBe(
      'error: no\n  try: testctl cases import a-folder-of-cases --project WEB\n',
    )
})

test('a message of several lines stays together', () => {
  expect(formatProblem(new UsageError('first\nsecond\n'))).toBe('error: first\n    second\n')
})

test('each next step of several stands on a line of its own', () => {
  const error = new UsageError('no', { hint: 'is it there?\nthen: testctl doctor' })
  expect(formatProblem(error)).toBe('error: no\n  is it there?\n  then: testctl doctor\n')
})

test('what nobody expected is called a bug, and --verbose shows where it is', () => {
  const bug = new TypeError('x is not a function')
  expect(formatProblem(bug)).toBe(
    'error: unexpected: x is not a function\n  this is a bug in testctl; run it again with --verbose to see where\n',
  )
  expect(formatProblem(bug, { verbose: true })).toContain('error-message.test.ts')
  expect(JSON.parse(formatProblem('thrown', { json: true }))).toMatchObject({
    error: { code: 'bug', message: 'unexpected: thrown', exitCode: 1 },
  })
})

test('--verbose adds the status and the causes', () => {
  const error = new NotFoundError('gone', { status: 404, cause: new Error('outer', { cause: new Error('inner') }) })
  expect(formatProblem(error, { verbose: true })).toBe('error: gone\n  status: 404\n  cause: outer\n  cause: inner\n')
})

test('the word error has its colour where there are colours', () => {
  expect(formatProblem(new UsageError('no'), { palette: createPalette() })).toBe(
    '\u001b[31m\u001b[1merror:\u001b[22m\u001b[39m no\n',
  )
})

test('no password of an address is shown, in whatever part of an error', () => {
  const address = 'postgres://ana:s3cret@db/team'
  const error = new UsageError(`there is no ${address}`, {
    hint: `testctl store check --store ${address}`,
    issues: ['first', 'second'].map((path) => ({ path, message: `${path} ${address}` })),
    cause: new Error(`connect ${address}`),
  })
  for (const json of [true, false]) {
    const said = formatProblem(error, { json, verbose: true })
    expect(said).not.toContain('s3cret')
    expect(said.split('postgres://ana:***@db/team')).toHaveLength(6)
  }
  expect(formatProblem(new Error(`at ${address}`), { verbose: true })).not.toContain('s3cret')
})
