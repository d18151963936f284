import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

test('the list is tab-separated on a pipe and a table on a terminal', async () => {
  expect(await world.prints('testctl projects list')).toBe(
    'WEB\tWeb\t2024-01-02T03:04:05.678Z\nOLD\tOld shop\t2024-01-02T03:04:05.678Z\n',
  )
  expect(await world.prints('testctl projects list --color never', { terminal: 80 })).toBe(
    'IDENTIFIER  NAME      UPDATED AT\nWEB         Web       2024-01-02\nOLD         Old shop  2024-01-02\n',
  )
})

test.each([
  ['testctl project ls --quiet', 'WEB\nOLD\n'],
  ['testctl projects list --columns name,color', 'Web\t#3366ff\nOld shop\t#999999\n'],
  ['testctl projects list --limit 1 -q', 'WEB\n'],
  ['testctl projects list --offset 1 -q', 'OLD\n'],
  [
    'testctl projects list --relations cases,milestones,test_runs --columns cases,milestones,testRuns',
    '14\t2\t7\n0\t0\t0\n',
  ],
  ['testctl projects get WEB --columns name', 'Web\n'],
  ['testctl project view web -q', 'WEB\n'],
  ['testctl project show OLD --columns name,icon', 'Old shop\tfolder\n'],
  ['testctl projects create --name Shop --identifier SHOP', 'SHOP\n'],
  ['testctl project add --name Shop --identifier SHOP', 'SHOP\n'],
  ['testctl project new --name Shop --identifier SHOP', 'SHOP\n'],
  ["testctl projects update WEB --name 'Web shop'", 'WEB\n'],
  ['testctl project edit web --identifier NEW', 'NEW\n'],
  ['testctl projects delete OLD --confirm OLD', 'OLD\n'],
  ['testctl project rm old --confirm OLD', 'OLD\n'],
])('%s', async (line, expected) => expect(await world.prints(line)).toBe(expected))

test('JSON is what the service said', async () => {
  const [web, old] = await world.json<object[]>('testctl projects list')
  expect(Object.keys(web!)).toEqual('id createdAt createdBy updatedAt updatedBy name identifier icon color'.split(' '))
  expect(await world.json('testctl projects get old')).toEqual(old)
  const lines = (await world.prints('testctl projects list --ndjson')).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([web, old])
})

test('what is not given gets a default, and --color is the colour of the project behind create', async () => {
  expect(await world.json('testctl projects create --name A --identifier A')).toMatchObject({
    icon: 'folder',
    color: '#3366ff',
  })
  const line = "testctl --color never projects create --name B --identifier B --icon globe --color '#123456'"
  expect(await world.json(line)).toMatchObject({ icon: 'globe', color: '#123456' })
})

test('on a terminal a change is a sentence', async () => {
  const typed = { terminal: 80, env: { NO_COLOR: '1' } }
  expect(await world.prints('testctl projects create --name Shop --identifier SHOP', typed)).toBe(
    '✓ Created project SHOP: Shop\n',
  )
  const update = 'testctl projects update SHOP --name Store'
  expect(await world.prints(update, typed)).toBe('✓ Updated project SHOP: Store (it was "Shop")\n')
  expect(await world.prints(update, typed)).toBe('✓ Updated project SHOP: Store (already called so)\n')
  expect(await world.prints('testctl projects update WEB --identifier APP', typed)).toBe(
    '✓ Updated project APP: Web (its identifiers change: WEB-C1 becomes APP-C1)\n',
  )
  expect((await world.type('testctl projects update APP --identifier WEB --dry-run')).stderr).toBe(
    'warning: its identifiers change: APP-C1 becomes WEB-C1\n',
  )
  expect(await world.prints('testctl projects delete SHOP --confirm SHOP', typed)).toBe(
    '✓ Deleted project SHOP: Store\n',
  )
})

test('a project can be named by its id', async () => {
  const { id } = await world.json<{ id: string }>('testctl projects get WEB')
  expect(await world.prints(`testctl projects get ${id} -q`)).toBe('WEB\n')
  expect(await world.prints(`testctl cases list -p ${id} -q --limit 1`)).toBe('WEB-C1\n')
  expect(await world.prints(`testctl cases get C1 -p ${id} -q`)).toBe('WEB-C1\n')
})

test.each([
  ['testctl projects get NOPE', 3, 'error: there is no project NOPE\n  try: testctl projects list\n'],
  [
    'testctl projects update WEB',
    2,
    'error: there is nothing to change\n  give at least one of --name --identifier --icon --color\n',
  ],
  [
    'testctl projects create --name A --identifier WEB',
    5,
    'error: there is a project WEB already\n  choose another identifier\n',
  ],
  [
    'testctl projects create --name A --identifier C1',
    2,
    'error: C1 cannot be the identifier of a project: it names case 1\n  choose another one; C1-C10 would be a range, too\n',
  ],
  [
    'testctl projects update WEB --identifier r7 --dry-run',
    2,
    'error: r7 cannot be the identifier of a project: it names test run 7\n  choose another one; r7-R10 would be a range, too\n',
  ],
  [
    'testctl projects list --relations runs',
    2,
    'error: there is no relation "runs"\n  did you mean test_runs? relations: cases, milestones, test_runs\n',
  ],
])('%s', async (line, exitCode, stderr) => expect(await world.fails(line)).toEqual({ exitCode, stderr }))

test('one project is found with one request', async () => {
  expect(await world.requests('testctl projects get WEB')).toEqual(['GET /v1/projects?offset=0&limit=1000'])
  expect(await world.requests('testctl projects update OLD --name X')).toEqual([
    'GET /v1/projects?offset=0&limit=1000',
    'POST /v1/projects/ID',
  ])
})
