import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

type Page = { projects: { identifier: string }[]; pagination: object }

test('a path alone is a GET, and the answer is passed on as it is', async () => {
  const answer = await world.prints('testctl api /v1/projects')
  expect(JSON.parse(answer)).toMatchObject({ projects: [{ identifier: 'WEB' }, { identifier: 'OLD' }] })
  for (const line of ['api GET /v1/projects', 'api get v1/projects', 'api /v1/projects --json'])
    expect(await world.prints(`testctl ${line}`)).toBe(answer)
})

test('on a terminal the answer is indented and coloured, and means the same', async () => {
  const answer = await world.prints('testctl api /v1/projects')
  const seen = async (env: Record<string, string>) =>
    (await world.type('testctl api /v1/projects', { terminal: 80, env })).stdout
  const plain = await seen({ NO_COLOR: '1' })
  expect(plain).toBe(`${JSON.stringify(JSON.parse(answer), null, 2)}\n`)
  const coloured = await seen({})
  expect(coloured).toContain('\u001b[34m\u001b[1m"identifier"\u001b[22m\u001b[39m: \u001b[32m"WEB"\u001b[39m')
  expect(stripVTControlCharacters(coloured)).toBe(plain)
})

test('fields are the query of a GET', async () => {
  const page = JSON.parse(await world.prints('testctl api /v1/projects -f limit=1 --field offset=1')) as Page
  expect(page).toMatchObject({ projects: [{ identifier: 'OLD' }], pagination: { limit: 1, offset: 1, total: 2 } })
  expect(await world.requests("testctl api '/v1/projects?limit=1' -f 'relations=cases,milestones'")).toEqual([
    'GET /v1/projects?limit=1&relations=cases%2Cmilestones',
  ])
})

test('fields are the body of the others', async () => {
  const id = await world.idOf('WEB-T1')
  expect(
    JSON.parse(await world.prints(`testctl api POST /v1/tests/${id} -f result=passed -f assignedTo=a=b`)),
  ).toMatchObject({
    test: { displayId: 1, result: 'passed', assignedTo: 'a=b' },
  })
})

test.each([
  ['--input \'{"content":"typed"}\'', 'typed'],
  ['--input-file body.json', 'from a file'],
  ['--input -', 'from stdin'],
])('api PUT %s', async (flags, content) => {
  await writeFile(join(world.folder, 'body.json'), '{"content":"from a file"}')
  const line = `testctl api PUT /v1/comments/${await world.idOf('WEB-T1')} ${flags}`
  expect(JSON.parse(await world.prints(line, { stdin: '{"content":"from stdin"}' }))).toMatchObject({
    comment: { content },
  })
})

test('--paginate puts all pages into one array', async () => {
  const { id } = await world.json<{ id: string }>('testctl projects get WEB')
  const cases = JSON.parse(await world.prints(`testctl api /v1/cases/${id} --paginate`)) as { displayId: number }[]
  expect(cases.map(({ displayId }) => displayId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
  const login = await world.prints(`testctl api GET /v1/cases/${id} --paginate -f 'customFields[area]=login'`)
  expect(JSON.parse(login)).toHaveLength(3)
})

test('--include prints status and headers, too', async () => {
  expect(await world.prints('testctl api /v1/projects -i -f offset=9')).toBe(
    'HTTP 200\ncontent-type: application/json\nidempotency-key-max-age: 86400\n\n{"projects":[],"pagination":{"limit":50,"offset":9,"total":2}}\n',
  )
})

describe('what is no request of the interface is not sent', () => {
  test.each([
    ['api GET /v1/tests/../projects', '"/v1/tests/../projects" is not a path of the interface'],
    ['api GET /v1/tests/%2e%2e/projects', '"/v1/tests/%2e%2e/projects" is not a path of the interface'],
    ['api GET /v1/tests/%2fprojects', '"/v1/tests/%2fprojects" is not a path'],
    ['api GET /v2/projects', '"/v2/projects" is not a path of the interface\n  a path looks like /v1/projects'],
    ['api https://elsewhere.example.com/v1/projects', '"https://elsewhere.example.com/v1/projects" is not a path'],
    ['api //elsewhere.example.com/v1/projects', '"//elsewhere.example.com/v1/projects" is not a path'],
    ['api PATCH /v1/projects', '"PATCH" is not a method of the interface\n  the methods are GET, PUT, POST and DELETE'],
    ['api GET', '"GET" is not a path of the interface'],
    ["api PUT /v1/projects --input '{'", '--input is not valid JSON'],
    ['api PUT /v1/projects --input-file none.json', 'none.json'],
    ['api PUT /v1/projects --input {} -f a=b', '--field and --input exclude each other'],
    ['api PUT /v1/projects -f name', '"name" is not of the form key=value'],
    ['api POST /v1/projects --paginate', '--paginate is for GET'],
    ["api '/v1/projects?limit=5' --paginate", '--paginate sets limit and offset itself'],
    ['api /v1/projects --paginate -f offset=5', '--paginate sets limit and offset itself'],
    ['api GET /v1/projects --input {}', '--input is a body, and a GET has none'],
    ['api /v1/projects --csv', 'testctl api prints the raw response, which --csv cannot show'],
    ['api /v1/projects -i --ndjson', '--include prints the raw response; --ndjson does not'],
    ['api /v1/projects -i --paginate', '--include and --paginate exclude each other'],
    ['api', 'no request given\n  try: testctl api --list'],
  ])('testctl %s', async (line, what) => {
    const { exitCode, stderr } = await world.fails(`testctl ${line} -v`)
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(what) })
    expect(stderr).not.toMatch(/^> /m)
  })
})

test.each([
  ['api /v1/nonsense', 3, 'there is nothing at /v1/nonsense'],
  ['api DELETE /v1/cases/nonsense', 3, 'there is no case nonsense'],
  [
    'api POST /v1/projects',
    5,
    'POST is not possible here\n  it takes GET or PUT; to list the paths: testctl api --list',
  ],
  ['api PUT /v1/projects -f name=x', 5, 'identifier is missing; icon is missing; color is missing\n'],
  ['api /v1/projects -f limit=0', 5, 'limit must be at least 1'],
  ["api PUT /v1/projects --input '[]'", 5, 'the body must be a JSON object'],
])('an error ends with its exit code: testctl %s', async (line, exitCode, what) =>
  expect(await world.fails(`testctl ${line}`)).toEqual({ exitCode, stderr: expect.stringContaining(`error: ${what}`) }),
)

describe('--no-input, which is no opposite of --input,', () => {
  test.each(['--no-input --input \'{"content":"a"}\'', '--input \'{"content":"a"}\' --no-input'])(
    'leaves it alone: %s',
    async (flags) =>
      expect(await world.prints(`testctl api PUT /v1/comments/x ${flags} --dry-run`)).toBe(
        'PUT /v1/comments/x {"content":"a"}\n',
      ),
  )
})

describe('--paginate in other forms', () => {
  test.each([
    ['-q', /^([0-9a-f-]{36}\n){14}$/],
    ['--ndjson', /^(\{"id":.*\}\n){14}$/],
    ['--csv --columns name', /^name\r\nlogs in\r\n/],
    ["--template '{displayId}: {name}'", /^1: logs in\n2: logs out\n/],
  ])('%s', async (flags, rows) => {
    const { id } = await world.json<{ id: string }>('testctl projects get WEB')
    expect(await world.prints(`testctl api /v1/cases/${id} --paginate ${flags}`)).toMatch(rows)
  })

  test('--dry-run notes the first request', async () =>
    expect(await world.prints('testctl api /v1/projects --paginate --dry-run')).toBe(
      'GET /v1/projects?limit=1000&offset=0\n',
    ))
})
