import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exampleOf } from '../../src/commands/callexample.ts'
import { endpoints } from '../../src/contract/index.ts'
import type { Api } from '../../src/contract/index.ts'
import { type Field, type Operation, operations } from '../../src/contract/operations.ts'
import { createService } from '../../src/service/index.ts'
import { openStore } from '../../src/store/index.ts'
import { requestOf } from '../../src/wire/operations.ts'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'

const all = operations()
let world: SeededWorld

/** Everything but what differs from one time to the next. */
const settled = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, inner: unknown) =>
      /^(createdAt|updatedAt|createdBy|updatedBy|requestId|duration)$/.test(key) ? typeof inner : inner,
    ),
  )

const withoutId = (value: unknown): unknown => {
  const [[name, resource] = ['', {}]] = Object.entries(value as Record<string, object>)
  return { [name]: { ...resource, id: 'new' } }
}

describe('each operation does what the Api does', () => {
  let other: SeededWorld
  let api: Api
  let close: () => Promise<void>
  const idOf: Record<string, string> = {}
  beforeAll(async () => {
    world = await createSeededWorld()
    other = await createSeededWorld()
    const store = await openStore(`file:${other.folder}/team.db`)
    api = createService(store, () => new Date())('ana')
    close = store.close
    const { projects } = await api.projects.list({})
    for (const { identifier, id } of projects) idOf[identifier] = id
    for (const identifier of ['C1', 'C2', 'C13', 'C14', 'R1', 'R2', 'R7', 'T1', 'T6', 'T7', 'M1', 'M2'])
      idOf[identifier] = await other.idOf(`WEB-${identifier}`)
    const { case: commented } = await api.cases.get({ identifier: 'WEB-C1', relations: ['comments'] })
    idOf['comment'] = commented.comments?.[0]?.id ?? ''
  })
  afterAll(async () => {
    await close()
    await world.remove()
    await other.remove()
  })

  type Call = (api: Api) => Promise<unknown>
  const of = (name: string): string => idOf[name] ?? ''
  const steps = [{ action: 'Open', expectation: 'It opens' }]
  const calls: [operation: string, flags: () => string, call: Call][] = [
    ['projects.list', () => '--limit 1 --relations cases', (a) => a.projects.list({ limit: 1, relations: ['cases'] })],
    [
      'projects.create',
      () => '--name New --identifier NEW --icon globe --color red',
      (a) => a.projects.create({ name: 'New', identifier: 'NEW', icon: 'globe', color: 'red' }),
    ],
    [
      'projects.update',
      () => '--project-id WEB --color blue',
      (a) => a.projects.update({ projectId: of('WEB'), color: 'blue' }),
    ],
    ['projects.delete', () => '--project-id OLD', (a) => a.projects.delete({ projectId: of('OLD') })],
    [
      'cases.list',
      () => `--project-id WEB --offset 1 --custom-fields '{"area":"login"}'`,
      (a) => a.cases.list({ projectId: of('WEB'), offset: 1, customFields: { area: 'login' } }),
    ],
    [
      'cases.create',
      () =>
        `-p WEB --name New --preconditions P --steps '${JSON.stringify(steps)}' --custom-fields '{"a":[1,null,true]}'`,
      (a) =>
        a.cases.create({
          projectId: of('WEB'),
          name: 'New',
          preconditions: 'P',
          steps,
          customFields: { a: [1, null, true] },
        }),
    ],
    [
      'cases.update',
      () => `--case-id WEB-C2 -f name=Other --input '{"preconditions":"P"}'`,
      (a) => a.cases.update({ caseId: of('C2'), name: 'Other', preconditions: 'P' }),
    ],
    ['cases.get', () => '--identifier web-c2', (a) => a.cases.get({ identifier: 'WEB-C2' })],
    [
      'runs.list',
      () => `--project-id ${of('WEB')} --relations tests`,
      (a) => a.runs.list({ projectId: of('WEB'), relations: ['tests'] }),
    ],
    [
      'runs.create',
      () => '-p WEB --name New --case-ids WEB-C1,C2 --case-ids C13 --milestone-id M1',
      (a) =>
        a.runs.create({
          projectId: of('WEB'),
          name: 'New',
          caseIds: [of('C1'), of('C2'), of('C13')],
          milestoneId: of('M1'),
        }),
    ],
    [
      'runs.update',
      () => `--test-run-id WEB-R1 --case-ids-to-add ${of('C13')} --case-ids-to-remove WEB-C1`,
      (a) => a.runs.update({ testRunId: of('R1'), caseIdsToAdd: [of('C13')], caseIdsToRemove: [of('C1')] }),
    ],
    ['runs.get', () => '--identifier R7 -p WEB', (a) => a.runs.get({ identifier: 'WEB-R7' })],
    ['runs.delete', () => '--test-run-id WEB-R2', (a) => a.runs.delete({ testRunId: of('R2') })],
    [
      'tests.list',
      () => '--test-run-id WEB-R7 --relations case,comments --limit 3',
      (a) => a.tests.list({ testRunId: of('R7'), relations: ['case', 'comments'], limit: 3 }),
    ],
    [
      'tests.create',
      () => '--test-run-id WEB-R7 --case-id WEB-C13',
      (a) => a.tests.create({ testRunId: of('R7'), caseId: of('C13') }),
    ],
    [
      'tests.update',
      () => `--test-id WEB-T7 --result failed --assigned-to ''`,
      (a) => a.tests.update({ testId: of('T7'), result: 'failed', assignedTo: '' }),
    ],
    [
      'tests.get',
      () => '--identifier WEB-T7 --relations case,test_run',
      (a) => a.tests.get({ identifier: 'WEB-T7', relations: ['case', 'test_run'] }),
    ],
    ['tests.delete', () => '--test-id WEB-T6', (a) => a.tests.delete({ testId: of('T6') })],
    ['milestones.list', () => '-p WEB', (a) => a.milestones.list({ projectId: of('WEB') })],
    [
      'milestones.create',
      () => `-p WEB --name New --test-run-ids ''`,
      (a) => a.milestones.create({ projectId: of('WEB'), name: 'New', testRunIds: [] }),
    ],
    [
      'milestones.update',
      () => '--milestone-id WEB-M2 --test-run-ids R7 -p WEB',
      (a) => a.milestones.update({ milestoneId: of('M2'), testRunIds: [of('R7')] }),
    ],
    [
      'milestones.get',
      () => '--identifier WEB-M2 --relations test_runs',
      (a) => a.milestones.get({ identifier: 'WEB-M2', relations: ['test_runs'] }),
    ],
    ['milestones.delete', () => '--milestone-id WEB-M1', (a) => a.milestones.delete({ milestoneId: of('M1') })],
    [
      'comments.create',
      () => '--resource-id WEB-C1 --content Hm',
      (a) => a.comments.create({ resourceId: of('C1'), content: 'Hm' }),
    ],
    ['comments.delete', () => `--comment-id ${of('comment')}`, (a) => a.comments.delete({ commentId: of('comment') })],
    ['cases.delete', () => '--case-id WEB-C14', (a) => a.cases.delete({ caseId: of('C14') })],
  ]

  test('none is left out', () =>
    expect(calls.map(([name]) => name).sort()).toEqual(
      endpoints()
        .map(([noun, verb]) => `${noun}.${verb}`)
        .sort(),
    ))

  // In this order: what one changes, a later one may read.
  test.each(calls)('%s', async (operation, flags, call) => {
    const ours = settled(JSON.parse(await world.prints(`testctl api ${operation} ${flags()}`)))
    const theirs = settled(await call(api))
    const pair = operation.endsWith('.create') ? [ours, theirs].map(withoutId) : [ours, theirs]
    // Tests that the runs of the two got meanwhile have ids of their own.
    expect(hideNew(pair[0])).toEqual(hideNew(pair[1]))
  })

  const hideNew = (value: unknown): unknown => {
    const known = new Set(Object.values(idOf))
    return JSON.parse(
      JSON.stringify(value, (_, inner: unknown) =>
        typeof inner === 'string' && /^[0-9a-f]{8}-/.test(inner) && !known.has(inner) ? 'ID' : inner,
      ),
    )
  }
})

describe('with a service of its own,', () => {
  beforeEach(async () => {
    world = await createSeededWorld()
  })
  afterEach(() => world.remove())

  test.each(all.map((operation) => [exampleOf(operation)]))('the example of its help works: %s', async (line) => {
    const comments = await world.json<{ id: string }[]>('testctl comments list WEB-T1')
    await world.prints(line.replace('7f9c2ba4-e88f-4a5b-9c1d-3f2a8b6d0e11', comments[0]!.id))
  })

  test.each([
    ['api --json tests.update --test-id WEB-T1 --result passed', 'passed'],
    ['--json api tests.update --result failed --test-id WEB-T1', 'failed'],
    ['-p WEB api tests.update --test-id T1 --result inProgress', 'inProgress'],
    ['api -p WEB test.update --test-id T1 --result=untested --timeout 9s', 'untested'],
    ['api -f result=passed tests.update --test-id WEB-T1', 'passed'],
    ['api tests.update --test-id WEB-T1 --input - --result passed', 'passed'],
  ])('flags can stand anywhere: testctl %s', async (line, result) => {
    const { test } = JSON.parse(await world.prints(`testctl ${line}`, { stdin: '{"result":"failed"}' })) as {
      test: object
    }
    expect(test).toMatchObject({ result })
  })

  test('a list can be read to its end, in every form', async () => {
    const rows = JSON.parse(await world.prints('testctl api cases.list -p WEB --paginate')) as { displayId: number }[]
    expect(rows.map(({ displayId }) => displayId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
    expect(await world.prints('testctl api projects.list --paginate --csv --columns name')).toBe(
      'name\r\nWeb\r\nOld shop\r\n',
    )
    expect(await world.prints('testctl api runs.list -p WEB --paginate --ndjson')).toMatch(/^(\{.*\}\n){7}$/)
    expect(await world.prints('testctl api milestones.list -p WEB --paginate --dry-run')).toMatch(
      /^GET .*limit=1000&offset=0\n$/,
    )
  })

  test.each([
    ["cases.list -p web --paginate --template '{identifier}'", /^WEB-C1\nWEB-C2\n/],
    ['runs.list --project-id WEB --paginate --csv --columns identifier', /^identifier\r\nWEB-R1\r\n/],
    ['tests.list --test-run-id WEB-R1 --paginate --quiet', /^WEB-T1\n/],
    ['milestones.list -p WEB --paginate --ndjson', /^\{"id":/],
    ["milestones.list -p WEB --paginate --jq '.[0] | keys[0]'", /^createdAt\n/],
  ])('%s names rows as they can be typed, and leaves JSON as it came', async (line, printed) =>
    expect(await world.prints(`testctl api ${line}`)).toMatch(printed),
  )

  test('-i prints status and headers of the response', async () =>
    expect(await world.prints('testctl api tests.get --identifier WEB-T1 -i')).toMatch(
      /^HTTP 200\ncontent-type: application\/json\n(.*\n)*\n\{"test":.*\}\n$/,
    ))

  test('--dry-run looks up what it must, and sends nothing', async () => {
    const requests = await world.requests('testctl api tests.update --test-id WEB-T1 --result passed --dry-run')
    expect(requests).toEqual(['GET /v1/tests/test/WEB-T1'])
    expect(
      await world.json<object[]>('testctl api tests.update --test-id WEB-T1 --result passed --dry-run'),
    ).toMatchObject([{ method: 'POST', body: { result: 'passed' } }])
  })

  test('what --field and --input give is not looked up', async () => {
    expect(await world.fails('testctl api tests.update -f testId=WEB-T1 -f result=passed')).toMatchObject({
      exitCode: 3,
    })
    expect(await world.fails(`testctl api tests.delete --input '{"testId":"WEB-T1"}'`)).toMatchObject({ exitCode: 3 })
  })
})

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
    [`tests.update --input '{"testId"'`, 'what --input got is not JSON: it ends too early, in line 1, column 10'],
    ['tests.update --test-id a --result passed -f result=failed', 'result is given twice'],
    ['tests.update --test-id a -f result=passed -f result=failed', 'result is given twice'],
    ['cases.list -p WEB --limit few', '--limit takes a whole number, not "few"'],
    ['cases.list -p WEB --limit 1.5', '--limit takes a whole number, not 1.5'],
    [
      'tests.list --test-run-id WEB-R1 --relations case,tests',
      '--relations takes any of case, comments (comma-separated), not "tests"',
    ],
    ['cases.list -p WEB --custom-fields x', 'what --custom-fields got is not JSON: "x" is no value (line 1, column 1)'],
    [`cases.list -p WEB --custom-fields '{"a":1}'`, '--custom-fields: customFields.a must be text'],
    [`cases.update --case-id a --steps '{}'`, '--steps takes a JSON list of { action, expectation }, not {}'],
    [`cases.update --case-id a --steps '[{"action":"x"}]'`, '--steps: steps[0].expectation is missing'],
    ['cases.update --case-id a --preconditions - --steps -', 'stdin can be read once'],
    ['cases.update --case-id a --preconditions-file none', 'there is no file none'],
    ['cases.list -p WEB --paginate --limit 5', '--paginate sets limit and offset itself'],
    ['tests.delete --test-id a --paginate', "unknown option '--paginate'"],
    ['--paginate tests.delete --test-id a', '--paginate is for lists, and tests.delete is none'],
    [
      'cases.list -p WEB --csv',
      'testctl api prints what the service sent, which --csv cannot show\n  try: testctl cases list --help',
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

describe('help', () => {
  beforeAll(async () => {
    world = await createSeededWorld()
  })
  afterAll(() => world.remove())

  test('the operations, as plain data, are as they were', async () => {
    await expect(`${JSON.stringify(all, null, 2)}\n`).toMatchFileSnapshot('../contract/operations.golden.json')
  })

  test.each(all)('testctl api $name --help fits into 80 columns, and names its fields', async ({ name, fields }) => {
    const page = await world.prints(`testctl api ${name} --help`)
    expect(page.split('\n').filter((line) => line.length > 80 && !/^ {2}testctl |^Usage: /.test(line))).toEqual([])
    for (const { flag, placeholder } of fields) expect(page).toContain(`  ${flag} <${placeholder}>`)
    for (const line of [`help api ${name}`, `api ${name.replace('s.', '.')} -h`, `api ${name} --json --help`])
      expect(await world.prints(`testctl ${line}`)).toBe(page)
  })

  test('one of them is as it was', async () => {
    const page = await world.prints('testctl api tests.update --help')
    await expect(page).toMatchFileSnapshot('help/api-tests.update.golden.txt')
  })

  test('that of api is the same with an operation behind it', async () =>
    expect(await world.prints('testctl api --help tests.update')).toBe(await world.prints('testctl api --help')))

  test('--list names all of them', async () => {
    const rows = await world.json<{ operation: string }[]>('testctl api --list')
    expect(rows.map(({ operation }) => operation)).toEqual(all.map(({ name }) => name))
    expect(await world.prints('testctl api --list -q')).toBe(all.map(({ name }) => `${name}\n`).join(''))
  })

  test('of an operation that is none says which was meant', async () =>
    expect(await world.fails('testctl help api tests.updat')).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining('did you mean tests.update?'),
    }))

  test('no field has the flag of another thing', () => {
    const taken =
      '--field --input --paginate --include --dry-run --help --project --json --ndjson --csv --csv-raw --template ' +
      '--columns --quiet --jq --profile --timeout --progress --no-input --verbose --list'
    for (const { fields } of all) for (const { flag } of fields) expect(taken.split(' ')).not.toContain(flag)
  })
})

describe('flags become the request that an Api sends', () => {
  beforeAll(async () => {
    world = await createSeededWorld()
  })
  afterAll(() => world.remove())

  const id = fc.uuid()
  const text = fc.string({ unit: 'grapheme' }).filter((one) => !/^@|^-$|\0/.test(one))
  const json = fc.jsonValue({ stringUnit: 'grapheme' }).filter((value) => !JSON.stringify(value).includes('__proto__'))
  const step = fc.record({ action: text, expectation: text })
  const valueOf = ({ kind, words, nouns, name, takes }: Field): fc.Arbitrary<unknown> => {
    if (words) return kind === 'list' ? fc.subarray([...words], { minLength: 1 }) : fc.constantFrom(...words)
    if (nouns.length > 0) return kind === 'list' ? fc.array(id) : id
    if (kind === 'number') return fc.nat()
    if (name === 'steps') return fc.array(step)
    if (kind === 'json') return fc.dictionary(text, /texts/.test(takes) ? text : json)
    return text
  }
  const given = (operation: Operation): fc.Arbitrary<{ operation: Operation; values: Record<string, unknown> }> =>
    fc
      .record(Object.fromEntries(operation.fields.map((field) => [field.name, valueOf(field)])), {
        requiredKeys: operation.fields.filter(({ required }) => required).map(({ name }) => name),
      })
      .map((values) => ({ operation, values }))

  const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
  const typed = ({ flag, kind }: Field, value: unknown): string =>
    `${flag} ${quoted(kind === 'json' ? JSON.stringify(value) : kind === 'list' ? (value as string[]).join(',') : String(value))}`

  test.each(['flags', '--input'])('whatever they hold, with %s', async (how) => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...all).chain(given), async ({ operation, values }) => {
        const flags =
          how === 'flags'
            ? operation.fields.flatMap((field) => (field.name in values ? typed(field, values[field.name]) : []))
            : ['--input', quoted(JSON.stringify(values))]
        const row = endpoints().find(([noun, verb]) => `${noun}.${verb}` === operation.name)![2]
        const { method, path, query, body } = requestOf(row, values)
        const noted = await world.json<object[]>(`testctl api ${operation.name} ${flags.join(' ')} --dry-run`)
        expect(noted).toEqual([
          { method, path: query ? `${path}?${query}` : path, ...(body && { body: JSON.parse(body) as unknown }) },
        ])
      }),
      { numRuns: 150 },
    )
  })
})
