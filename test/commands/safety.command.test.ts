import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../helpers/seed.ts'

// Clears the screen, sets the title, starts a C1 sequence, reorders text, has invisible characters, breaks the line.
const evil = '\u001b[2Jx\u001b]0;t\u0007\u009b31m\u202eabc\u200b\r\n\ttab\u007f'
const acting = new RegExp(String.raw`[\0-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]`)

const quoted = JSON.stringify(evil)

const createEvilWorld = async (): Promise<SeededWorld> => {
  const world = await createSeededWorld()
  const put = (path: string, body: string) => world.prints(`testctl api ${path} --input -`, { stdin: body })
  const { id: projectId } = await world.json<{ id: string }>('testctl projects get WEB')
  await put(`POST /v1/projects/${projectId}`, `{"name":${quoted},"icon":${quoted},"color":${quoted}}`)
  const c1 = await world.idOf('WEB-C1')
  await put(
    `POST /v1/cases/${c1}`,
    `{"name":${quoted},"preconditions":${quoted},"steps":[{"action":${quoted},"expectation":${quoted}}],"customFields":{${quoted}:${quoted}}}`,
  )
  await put(`PUT /v1/comments/${c1}`, `{"content":${quoted}}`)
  await put(`POST /v1/test-runs/${await world.idOf('WEB-R1')}`, `{"name":${quoted}}`)
  await put(`POST /v1/milestones/${await world.idOf('WEB-M1')}`, `{"name":${quoted}}`)
  const r4 = await world.idOf('WEB-R4')
  await put(`PUT /v1/tests/${r4}`, `{"caseId":"${c1}"}`)
  const t19 = await world.idOf('WEB-T19')
  await put(`POST /v1/tests/${t19}`, `{"assignedTo":${quoted}}`)
  await put(`PUT /v1/comments/${t19}`, `{"content":${quoted}}`)
  return world
}

// Commands that only read share one world.
let world: SeededWorld
beforeAll(async () => {
  world = await createEvilWorld()
})
afterAll(() => world.remove())

const lines = [
  'projects list',
  'projects get WEB',
  'cases list -p WEB --columns name,preconditions,customFields',
  'cases get WEB-C1 --relations project,comments',
  'runs list -p WEB --relations tests',
  'runs get WEB-R1',
  'runs get WEB-R4 --relations tests',
  'tests list WEB-R4 --columns name,assignedTo,preconditions,case --relations case',
  'tests get WEB-T19 --relations case,comments,test_run',
  'milestones list -p WEB',
  'milestones get WEB-M1 --relations tests',
  'comments list WEB-T19',
  'api /v1/projects',
  'api /v1/projects -i',
  'api /v1/projects --paginate',
]

describe.each(lines)('testctl %s', (line) => {
  test.each([120, 40])('nothing acts on a terminal of %i columns', async (terminal) => {
    const { stdout, stderr, exitCode } = await world.type(`testctl ${line}`, { terminal, env: { NO_COLOR: '1' } })
    expect(exitCode).toBe(0)
    expect(stdout + stderr).not.toMatch(acting)
    expect(stdout + stderr).toMatch(/\\u001b|too narrow|WEB/)
  })

  test('a line of a pipe is a row', async () => {
    if (!line.startsWith('api')) expect(await world.prints(`testctl ${line}`)).not.toMatch(acting)
  })
})

test('JSON stays exact', async () => {
  expect(await world.json('testctl cases get WEB-C1')).toMatchObject({
    name: evil,
    preconditions: evil,
    steps: [{ action: evil, expectation: evil }],
    customFields: { [evil]: evil },
  })
  expect(await world.json('testctl tests get WEB-T19')).toMatchObject({ assignedTo: evil })
  const comments = await world.prints('testctl comments list WEB-T19 --ndjson')
  expect(comments).not.toMatch(acting)
  expect(JSON.parse(comments)).toMatchObject({ content: evil })
})

test('nor do sentences, questions, errors and traces', async () => {
  const own = await createEvilWorld()
  onTestFinished(own.remove)
  const seen = []
  const typed = { terminal: 80, env: { NO_COLOR: '1' } }
  for (const [line, keys] of [
    ['projects delete WEB', 'no\n'],
    ['cases delete WEB-C1 -v', 'n\n'],
    ["projects create --name '\u001b[2J\u009b' --identifier EVIL"],
    ["tests assign WEB-T1 --to '\u001b[2J\u202e'"],
    ["tests get '\u001b[2J'"],
    ["tests set WEB-T1 '\u001b[2J'"],
    ["'\u001b[2J'"],
    ["tests list WEB-R1 '--\u001b[2J'"],
    ["tests list WEB-R1 --columns '\u009b2J'"],
    ["api '/v1/\u001b[2J'"],
    ["cases list -p '\u001b[2J'"],
    ["cases create -p WEB --name x --preconditions '@\u001b[2J'"],
    ['projects delete EVIL --confirm EVIL'],
  ] as const)
    seen.push(await own.type(`testctl ${line}`, { ...typed, ...(keys && { keys }) }))
  for (const { stdout, stderr } of seen) expect(stdout + stderr).not.toMatch(acting)
})
