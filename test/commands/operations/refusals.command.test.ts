import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld

describe('what cannot be sent is told before anything is', () => {
  beforeAll(async () => {
    world = await createSeededWorld()
  })
  afterAll(() => world.remove())

  test.each([
    [
      'tests.update --test-id WEB-T1 --result pass',
      '--result takes untested, inProgress, passed or failed, not "pass"\n  did you mean passed?',
    ],
    [
      'tests.update --test-id WEB-T1 -f result=pass',
      '--field result takes untested, inProgress, passed or failed, not "pass"',
    ],
    [
      `tests.update --test-id WEB-T1 --input '{"result":1}'`,
      'result in --input takes untested, inProgress, passed or failed, not 1',
    ],
    [
      'tests.update --result passed',
      'tests.update needs --test-id (a test, by identifier or id)\n  try: testctl api tests.update --help',
    ],
    [
      'tests.create',
      'tests.create needs --test-run-id (a test run, by identifier or id) and --case-id (a case, by identifier or id)',
    ],
    ['cases.list', 'cases.list needs --project-id (a project, by identifier or id)'],
    ['tests.update --test-id WEB-R1 --result passed', 'WEB-R1 is a test run, not a test'],
    ['tests.get --identifier WEB-R1', 'WEB-R1 is a test run, not a test'],
    ['runs.create -p WEB --name x --case-ids WEB-T1', 'WEB-T1 is a test, not a case'],
    ['comments.create --resource-id WEB-R1 --content x', 'WEB-R1 is a test run, not a case'],
    ['tests.update --test-id ../projects --result passed', '"../projects" cannot be used as testId'],
    ['tests.update --test-id WEB-T1 --reslt passed', "unknown option '--reslt'\n  did you mean --result?"],
    [
      'tests.update --test-id WEB-T1 -f reslt=passed',
      'tests.update has no field "reslt" (--field)\n  did you mean result?',
    ],
    [
      `tests.update --test-id WEB-T1 --input '{"nonsense":1}'`,
      'tests.update has no field "nonsense" (--input)\n  fields: testId, assignedTo, result; testctl api POST /v1/tests/:testId',
    ],
    [`tests.update --input '[]'`, '--input takes a JSON object of fields'],
    [`tests.update --input null`, '--input takes a JSON object of fields'],
    [`tests.update --input '{"__proto__":1}'`, 'tests.update has no field "__proto__"'],
    [`tests.update --input '{"testId"'`, '--input is not valid JSON: it ends too early, in line 1, column 10'],
    ['tests.update --test-id a --result passed -f result=failed', 'result is given twice'],
    ['tests.update --test-id a -f result=passed -f result=failed', 'result is given twice'],
    ['cases.list -p WEB --limit few', '--limit takes a whole number, not "few"'],
    ['cases.list -p WEB --limit 1.5', '--limit takes a whole number, not 1.5'],
    [
      'tests.list --test-run-id WEB-R1 --relations case,tests',
      '--relations takes any of case, comments (comma-separated), not "tests"',
    ],
    ['cases.list -p WEB --custom-fields x', '--custom-fields is not valid JSON: "x" is no value (line 1, column 1)'],
    [`cases.list -p WEB --custom-fields '{"a":1}'`, '--custom-fields: customFields.a must be text'],
    [`cases.update --case-id a --steps '{}'`, '--steps takes a JSON list of { action, expectation }, not {}'],
    [`cases.update --case-id a --steps '[{"action":"x"}]'`, '--steps: steps[0].expectation is missing'],
    ['cases.update --case-id a --preconditions - --steps -', 'stdin can be read only once'],
    ['cases.update --case-id a --preconditions-file none', 'there is no file none'],
    ['cases.list -p WEB --paginate --limit 5', '--paginate sets limit and offset itself'],
    ['tests.delete --test-id a --paginate', "unknown option '--paginate'"],
    ['--paginate tests.delete --test-id a', '--paginate is for lists, and tests.delete does not return one'],
    [
      'cases.list -p WEB --csv',
      'testctl api prints the raw response, which --csv cannot show\n  try: testctl cases list --help',
    ],
    ['tests.updat --test-id a', 'there is no operation "tests.updat"\n  did you mean tests.update?'],
    ['test.updat', 'there is no operation "test.updat"\n  did you mean tests.update?'],
    ['tests.remove --test-id a', 'there is no operation "tests.remove"\n  did you mean tests.delete?'],
    ['a.b --c d', 'there is no operation "a.b"\n  try: testctl api --list'],
    ['tests update', 'there is no operation "tests update"\n  did you mean tests.update?'],
    ['tests', 'there is no operation "tests"\n  did you mean tests.list?'],
    ['tests.update tests.update', "too many arguments for 'tests.update'"],
  ])('testctl api %s', async (line, what) => {
    const { exitCode, stderr } = await world.fails(`testctl api ${line} -v`)
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(`error: ${what}`) })
    expect(stderr).not.toMatch(/^> /m)
  })

  test('a terminal is not waited for', async () =>
    expect(await world.fails('testctl api tests.update --input -', { keys: '' })).toMatchObject({ exitCode: 2 }))

  test('a project that is set is not deleted by it', async () =>
    expect(await world.fails('testctl api projects.delete -p WEB')).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining('projects.delete needs --project-id'),
    }))
})
