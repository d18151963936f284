import { afterEach, beforeEach, expect, test } from 'vitest'
import { mostLookedUp } from '../../../src/commands/shared/input/find-range.ts'
import { worldsAfter } from '../../helpers/ground.ts'
import { createSeededWorld } from '../../helpers/seed.ts'
import { type SeededRemote, startSeededRemote } from '../../helpers/seeded-remote.ts'

// For this many cases, testctl reads the list of the project instead of looking up each. WEB has 14; the rest are added.
const many = mostLookedUp + 1
const all = many + 9

const added = Array.from({ length: all - 14 }, (_, at) => `{"name":"Case ${at + 15}"}\n`)
const makeWorld = worldsAfter(createSeededWorld, (world) =>
  world.prints('testctl cases create -p WEB --from -', { stdin: added.join('') }),
)

let there: SeededRemote
beforeEach(async () => {
  there = await startSeededRemote(makeWorld)
})
afterEach(() => there.close())

const lines = (...numbers: number[]): string => numbers.map((number) => `WEB-C${number}\n`).join('')
const upTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1)

type Project = { id: string; identifier: string }

/** Runs a command line and counts its requests by method and path. */
const askedBy = async (
  line: string,
  stdin: string,
): Promise<{ asked: Record<string, number>; stdout: string; stderr: string }> => {
  there.remote.requests.length = 0
  const { stdout, stderr } = await there.world.type(line, {
    stdin,
    env: { TESTCTL_URL: there.remote.url, TESTCTL_API_KEY: there.key },
  })
  const asked: Record<string, number> = {}
  for (const { method, path } of there.remote.requests) {
    const kind = `${method} ${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'ID').replace(/-C[0-9]+/, '-C')}`
    asked[kind] = (asked[kind] ?? 0) + 1
  }
  return { asked, stdout, stderr }
}

test('a run of many cases is made from their list, not with a request for each', async () => {
  const { asked, stdout } = await askedBy(
    'testctl runs create -p WEB --name Many --cases - --json',
    lines(...upTo(all)),
  )
  expect(JSON.parse(stdout)).toMatchObject({ results: { total: all } })
  expect(asked).toMatchObject({ 'GET /v1/cases/ID': 1, 'PUT /v1/test-runs/ID': 1 })
  expect(asked).not.toHaveProperty('GET /v1/cases/case/WEB-C')
})

test('of many, each comes once and in its order, and what the list does not have is looked up', async () => {
  const { asked, stdout, stderr } = await askedBy('testctl cases get - -q', lines(all, 999, ...upTo(all - 1), 1))
  expect(stdout).toBe(lines(all, ...upTo(all - 1)))
  expect(stderr).toContain('there is no case WEB-C999')
  expect(asked).toMatchObject({ 'GET /v1/cases/ID': 1, 'GET /v1/cases/case/WEB-C': 1 })
})

test('a few are looked up one by one', async () => {
  const { asked } = await askedBy('testctl cases get - -q', lines(...upTo(20)))
  expect(asked).toEqual({ 'GET /v1/cases/case/WEB-C': 20 })
})

test('a list that is long beside those that are named is not read to its end', async () => {
  there.remote.after = ({ path, query }, response) => {
    if (!/^\/v1\/cases\/[^/]+$/.test(path) || !query.includes('limit=')) return response
    const { cases, pagination } = JSON.parse(String(response.body)) as { cases: unknown[]; pagination: object }
    return { ...response, body: JSON.stringify({ cases, pagination: { ...pagination, total: 1_000_000 } }) }
  }
  const { asked, stdout } = await askedBy('testctl cases get - -q', lines(...upTo(many), 999))
  expect(stdout).toBe(lines(...upTo(many)))
  expect(asked['GET /v1/cases/ID']).toBeLessThanOrEqual(2)
})

test.each([
  ['refuses its lists', (path: string) => path.startsWith('/v1/cases/'), 403],
  ['has no lists', (path: string) => path.startsWith('/v1/cases/'), 404],
  ['fails at its lists', (path: string) => path.startsWith('/v1/cases/'), 500],
  ['refuses the list of projects', (path: string) => path === '/v1/projects', 403],
])('where a service %s, many are looked up one by one', async (_, isList, status) => {
  there.remote.before = async ({ method, path }) =>
    method === 'GET' && isList(path) && !path.includes('/case/')
      ? { status, headers: { 'content-type': 'application/json' }, body: '{"message":"no"}' }
      : undefined
  const { stdout, stderr } = await askedBy('testctl cases get - -q', lines(...upTo(many)))
  expect(stderr).toBe('')
  expect(stdout).toBe(lines(...upTo(many)))
})

test('what a key may not read of many keeps nothing else back', async () => {
  const refused = { status: 403, headers: { 'content-type': 'application/json' }, body: '{"message":"no"}' }
  there.remote.before = async ({ path }) =>
    /\/case\/WEB-C3$|^\/v1\/cases\//.test(path) && !/case\/WEB-C(?!3$)/.test(path) ? refused : undefined
  const { stdout, stderr } = await askedBy('testctl cases get - -q', lines(...upTo(many)))
  expect(stdout).toBe(lines(...upTo(many).filter((number) => number !== 3)))
  expect(stderr).toContain(`${many - 1} of ${many} cases shown, 1 failed`)
})

test('what a list leaves out of its cases is looked up', async () => {
  there.remote.after = ({ path }, response) => {
    if (!/^\/v1\/cases\/[^/]+$/.test(path)) return response
    const { cases, ...rest } = JSON.parse(String(response.body)) as { cases: { steps?: unknown }[] }
    return { ...response, body: JSON.stringify({ ...rest, cases: cases.map((row) => ({ ...row, steps: undefined })) }) }
  }
  const { stdout } = await askedBy('testctl cases get - --json', lines(...upTo(many)))
  const rows = JSON.parse(stdout) as { steps?: unknown }[]
  expect(rows.filter(({ steps }) => steps === undefined)).toEqual([])
})

test.each([
  ['has a project of another spelling alone', (other: Project) => [{ ...other, identifier: 'web' }]],
  ['has two projects of that identifier', (other: Project, own: Project) => [{ ...other, identifier: 'WEB' }, own]],
])(
  'where the list of projects %s, many are looked up one by one, and none is of the other project',
  async (_, list) => {
    const { api } = there.remote
    const { project } = await api.projects.create({ name: 'Other', identifier: 'OTHER', icon: 'o', color: '#000000' })
    const other = { name: 'Of the other', preconditions: '', steps: [], customFields: {} }
    for (let number = 1; number <= many; number++) await api.cases.create({ ...other, projectId: project.id })
    const { projects } = await api.projects.list({})
    const own = projects.find(({ identifier }) => identifier === 'WEB')!
    const listed = list(project, own)
    const body = JSON.stringify({ projects: listed, pagination: { limit: 20, offset: 0, total: listed.length } })
    there.remote.after = ({ path }, response) => (path === '/v1/projects' ? { ...response, body } : response)
    const { asked, stdout, stderr } = await askedBy('testctl cases get - --json', lines(...upTo(many)))
    expect(stderr).toBe('')
    const rows = JSON.parse(stdout) as { identifier: string; name: string }[]
    expect(rows.map(({ identifier }) => `${identifier}\n`).join('')).toBe(lines(...upTo(many)))
    expect(rows.filter(({ name }) => name === other.name)).toEqual([])
    expect(asked).toEqual({ 'GET /v1/projects': 1, 'GET /v1/cases/case/WEB-C': many })
  },
)

test('a default project that is given by its id is looked for once', async () => {
  const { projects } = await there.remote.api.projects.list({})
  const id = projects.find(({ identifier }) => identifier === 'WEB')?.id ?? ''
  const { asked, stdout } = await askedBy(`testctl cases get C1 C2 C3 -q -p ${id}`, '')
  expect(stdout).toBe(lines(1, 2, 3))
  expect(asked).toEqual({ 'GET /v1/projects': 1, 'GET /v1/cases/case/WEB-C': 3 })
})

test('where the key is refused, the rest of many is not asked for', async () => {
  there.remote.before = async () => ({ status: 401, headers: {}, body: '{"message":"UNAUTHORIZED"}' })
  const { asked, stdout, stderr } = await askedBy('testctl tests get -', lines(...upTo(all)).replaceAll('-C', '-T'))
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^error: the service refused the key \(401\)\n/)
  expect(Object.values(asked).reduce((sum, count) => sum + count)).toBeLessThanOrEqual(16)
})
